"""Runs the program once more, beside the run that counts: in a process of its own, on the stand-in for a GPU.

What it prints goes nowhere, and it reads nothing from the terminal. Its values are meaningless, so it may never come
to an end: it is given a few times the time that the first run took.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chipward.capture.hook import Hook
from chipward.capture.options import Options
from chipward.capture.tracers.torch.dry_run.watching import DEVICE

PRELOAD = "LD_PRELOAD"
LEAST, TIMES = 120.0, 5.0  # seconds, and how often the time of the first run
_SAID = "errors.txt"  # in the folder of the recording
_LONGEST = 200  # characters of an error that are told
_ERROR = re.compile(r"[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit)\b")
_SETTINGS = {
    "TORCHDYNAMO_DISABLE": "1",  # what is compiled in a true run is called operator by operator, and none is compiled
    "PYTORCH_NO_CUDA_MEMORY_CACHING": "1",  # memory comes fresh from the stand-in, which makes it zero
}


@dataclass(frozen=True)
class SecondRun:
    """How a second run ended, and where its recording lies."""

    recording: Path
    trouble: str | None  # why it stopped early, in a sentence


def run_again(  # noqa: PLR0913 -- what is run, and on what
    command: Sequence[str], directory: str, folder: Path, *, library: Path, device: str, seconds: float
) -> SecondRun:
    """Run Python with this command; `seconds` is how long the first run took. The folder must be new."""
    folder.mkdir()
    said = folder / _SAID
    most = max(LEAST, TIMES * seconds)
    with (
        said.open("wb") as errors,
        subprocess.Popen(  # noqa: S603 -- the program, as its user has started it
            [sys.executable, *command],
            cwd=directory,
            env=_environment(folder, library, device),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        ) as running,
    ):
        try:
            code = running.wait(timeout=most)
        except subprocess.TimeoutExpired:
            running.kill()
            code = None
    return SecondRun(folder / "eager-0.jsonl", _trouble(code, most, said))


def _environment(folder: Path, library: Path, device: str) -> Mapping[str, str]:
    hook = Hook.of(os.getpid(), Options(every_call=True).spelled(), str(folder))
    before = os.environ.get(PRELOAD)
    loaded = f"{library}:{before}" if before else str(library)
    return {**os.environ, **hook.variables, **_SETTINGS, PRELOAD: loaded, DEVICE: device}


def _trouble(code: int | None, most: float, said: Path) -> str | None:
    if code is None:
        return f"It was stopped after {most:,.0f} seconds: without true values a loop may never end."
    if code == 0:
        return None
    if code < 0:
        return f"It died by signal {-code}."
    errors = [line for line in said.read_text(errors="replace").splitlines() if _ERROR.match(line)]
    last = f": {errors[-1][:_LONGEST].rstrip('.')}" if errors else ""
    return f"It ended with exit code {code}{last}."
