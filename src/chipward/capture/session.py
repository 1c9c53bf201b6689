"""A session: what the tracers of one process share. Imports the standard library and the journal alone."""

import os
import re
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from chipward.bundle.journal import Journal
from chipward.capture.memory import without_addresses
from chipward.capture.options import Options

P = ParamSpec("P")
R = TypeVar("R")

_HERE = f"{Path(__file__).parents[2]}{os.sep}"  # where chipward lies on this machine
_MORE = re.compile(r"\n\s*\n|\\n|\n\s*@ ")


class Session:
    """The journal of this process, the user's wishes, and the wall between a tracer's mistakes and the program.

    Read `journal` anew each time: a forked child has another one.
    """

    def __init__(self, journal: Journal, options: Options) -> None:
        self.journal = journal
        self.options = options
        self._missed: set[tuple[str, ...]] = set()

    def guard(
        self,
        what: str,
        stage: str | None = None,
        *,
        unit: str | None = None,
        selection: Mapping[str, Any] | None = None,
    ) -> "Guard":
        """Wall off a hook, as a decorator or in a `with`: what it raises makes `what` missing and goes no further."""
        return Guard(self, what, stage, unit, selection)

    def missing(  # noqa: PLR0913 -- where it is missing, in all its parts
        self,
        what: str,
        why: str,
        *,
        stage: str | None = None,
        unit: str | None = None,
        selection: Mapping[str, Any] | None = None,
        always: bool = False,
    ) -> None:
        """Say, once, what will not be had; `always` where no run could give it."""
        where = (what, repr(stage), repr(unit), repr(selection and sorted(selection.items(), key=str)))
        if where not in self._missed:
            self._missed.add(where)
            self.journal.missing(what, why, stage=stage, unit=unit, selection=selection, always=always)


class Guard:
    """A wall around one hook. Holds no state of a call: threads and recursion may share it."""

    def __init__(
        self, session: Session, what: str, stage: str | None, unit: str | None, selection: Mapping[str, Any] | None
    ) -> None:
        self._session = session
        self._what = what
        self._where: dict[str, Any] = {"stage": stage, "unit": unit, "selection": selection}

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        """Keep what is a mistake from the program; let through what is meant for it, such as Ctrl-C."""
        if not isinstance(raised, Exception):
            return False
        self._session.missing(self._what, reason(raised), **self._where)
        return True

    def __call__(self, hook: Callable[P, R]) -> Callable[P, R | None]:
        """Wall off a function; it returns None where it failed."""

        @wraps(hook)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R | None:
            with self:
                return hook(*args, **kwargs)
            return None

        return guarded


def reason(raised: Exception) -> str:
    """Tell in a sentence what went wrong and where, the same on every run and every machine.

    Compilers put more behind it, after a blank line or a line's end that they spelled out: stacks of theirs, and hints.
    """
    frames = extract_tb(raised.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    first = _MORE.split(str(raised).strip(), maxsplit=1)[0]
    told = without_addresses(f"{type(raised).__name__}: {first}").replace(_HERE, "")
    return f"Looking at it failed: {told}{where}."
