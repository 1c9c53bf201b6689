"""Starts the process that replays, gives it orders, and starts another where an operator brought it down."""

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import IO, Any, Self, cast

_PATIENCE = 30.0  # seconds for one order; the first one imports torch
_MODULE = "chipward.capture.tracers.torch.native.replay"


class Replaying:
    """The process that replays, for a `with` statement."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the process."""
        self._end()

    def ask(self, do: str, told: Mapping[str, Any], **more: object) -> Mapping[str, Any]:
        """Have something done with an operator; the answer says `why` where that failed."""
        process = self._process or self._start()
        orders, answers = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        try:
            orders.write(json.dumps({"do": do, **told, **more}) + "\n")
            orders.flush()
            line = answers.readline() if _is_ready(answers) else None
        except OSError:
            line = ""
        if line:
            answer: Mapping[str, Any] = json.loads(line)
            return answer
        status = self._end()
        if line is None:
            return {"why": f"Called again with made-up numbers, it took longer than {_PATIENCE:.0f} seconds."}
        return {"why": f"Called again with made-up numbers, it brought its process down ({_ending(status)})."}

    def _start(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(  # noqa: S603 -- our own module
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "ONEDNN_JIT_DUMP": "1", "OMP_NUM_THREADS": "1"},
        )
        return self._process

    def _end(self) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.stdin is not None:
            process.stdin.close()
        try:
            status = process.wait(1)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        if process.stdout is not None:
            process.stdout.close()
        return status


def _is_ready(answers: IO[str]) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(answers, selectors.EVENT_READ)
        return bool(selector.select(_PATIENCE))


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit code {status}"
