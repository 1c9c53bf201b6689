"""Builds a kernel again with debug information, and proves that its machine code is the same.

PyTorch builds kernels without debug information, or with a little of it. The same command with `-g` says of each
instruction which line it is from, through every call that was inlined.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chipward.artifacts.machine_code.elf_file import ElfFile

_SECONDS = 600
_ERROR = re.compile(r"\berror:")


class NotRebuilt(Exception):  # noqa: N818 -- it names what happened
    """A kernel could not be built again; the message says why."""


@dataclass(frozen=True)
class Rebuilt:
    """A second build, with debug information."""

    shared_object: Path
    command: tuple[str, ...]


def rebuild(command: Sequence[str], target: Path, scratch: Path) -> Rebuilt:
    """Run the command again with `-g` into a folder of its own; the machine code has to come out the same."""
    words = list(command)
    try:
        output = words.index("-o") + 1
        words[output : output + 1] = [str(scratch / target.name), "-g"]  # Inductor names it by a hash of its source
    except ValueError:
        message = "The compiler's command does not say where its output goes."
        raise NotRebuilt(message) from None
    if not Path(words[1]).exists() and not any(Path(word).exists() for word in words if word.endswith(".cpp")):
        message = "The source that the compiler read is gone."
        raise NotRebuilt(message)
    shared_object = Path(words[output])
    if not shared_object.exists():
        _build(words, output, shared_object)
    if _machine_code(shared_object) != _machine_code(target):
        message = (
            "A second build with -g came out with other machine code, so its lines would be those of another kernel."
        )
        raise NotRebuilt(message)
    return Rebuilt(shared_object, tuple(words))


def _build(words: list[str], output: int, shared_object: Path) -> None:
    if shutil.which(words[0]) is None:
        message = f"The compiler {words[0]} is not there."
        raise NotRebuilt(message)
    shared_object.parent.mkdir(parents=True, exist_ok=True)
    part = shared_object.with_suffix(f".{os.getpid()}.part")  # another worker may build the same
    argv = [*words[:output], str(part), *words[output + 1 :]]
    try:
        done = subprocess.run(argv, capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=False)  # noqa: S603 -- the command that PyTorch itself ran
    except subprocess.TimeoutExpired:
        message = f"The compiler could not be run again: it took more than {_SECONDS} seconds."
        raise NotRebuilt(message) from None
    except OSError as error:
        message = f"The compiler could not be run again: {error.strerror}."
        raise NotRebuilt(message) from None
    if done.returncode:
        message = f"The compiler could not be run again: {_first_error(done.stderr)}."
        raise NotRebuilt(message)
    part.replace(shared_object)


def _first_error(said: str) -> str:
    """The line that says what went wrong."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    why = next((line for line in lines if _ERROR.search(line)), lines[-1] if lines else "it gave no reason")
    return why.rstrip(".")


def _machine_code(shared_object: Path) -> tuple[int, bytes]:
    """The address and the bytes of the code."""
    with shared_object.open("rb") as file:
        found = [code for code in ElfFile(file, shared_object.name).code if code.name == ".text"]
        if not found:
            message = f"{shared_object.name} has no section with code."
            raise NotRebuilt(message)
        return found[0].address, found[0].content
