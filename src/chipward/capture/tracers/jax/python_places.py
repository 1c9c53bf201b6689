"""The lines of Python behind each equation, out of the tracebacks that JAX keeps, and the map from there to a jaxpr."""

import linecache
import os
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType

from chipward.bundle.journal import Journal
from chipward.capture.columns import in_characters
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.handover import Equation, Place

METHOD = "The traceback that JAX keeps of each equation"
_NO_PLACE = "equation that JAX made itself, or heading, parameter or bracket"
_MOST = 40  # frames of a stack
_HERE = f"{Path(__file__).parents[3]}{os.sep}"  # where chipward lies
_PACKAGES = tuple({sysconfig.get_paths()[name] for name in ("purelib", "platlib")})

Edge = tuple[int, int, str, tuple[int, int] | None]


class Tracebacks:
    """Reads tracebacks; each place in the code of the program once."""

    def __init__(self) -> None:
        self._places: dict[tuple[CodeType, int], Place | None] = {}
        self._stacks: dict[Foreign, tuple[Place, ...]] = {}

    def frames(self, equation: Foreign) -> tuple[Place, ...]:
        """The places of an equation outside of JAX and of Python's own library, innermost first."""
        return self._frames(equation.source_info.traceback)

    def here(self) -> tuple[Place, ...]:
        """The places of the call that is under way: an operation of JAX's own has no line of the program in it."""
        return self._frames(sys.modules["jax._src.source_info_util"].Traceback.get_traceback())

    def of(self, traceback: Foreign) -> tuple[Place, ...]:
        """The places in a traceback."""
        return self._frames(traceback)

    def _frames(self, traceback: Foreign) -> tuple[Place, ...]:
        if traceback is None:
            return ()
        if traceback not in self._stacks:
            found = (self._place(code, at) for code, at in zip(*traceback.raw_frames(), strict=True))
            self._stacks[traceback] = tuple(place for place in found if place is not None)[:_MOST]
        return self._stacks[traceback]

    def _place(self, code: CodeType, at: int) -> Place | None:
        key = code, at
        if key not in self._places:
            info = sys.modules["jax._src.source_info_util"]
            self._places[key] = None
            if info.is_user_filename(code.co_filename) and not code.co_filename.startswith((_HERE, "<frozen ")):
                frame = info.raw_frame_to_frame(code, at)
                self._places[key] = Place(
                    frame.file_name, frame.start_line, frame.end_line, *_columns(frame.start_column, frame.end_column)
                )
        return self._places[key]


def map_from_python(
    journal: Journal,
    equations: Iterable[Equation],
    artifact: str,
    lines: int,
    line_of: Mapping[int, int] | None = None,
) -> None:
    """Write the maps from the files of the program to a jaxpr, or to another text.

    Args:
        journal: where the maps go.
        equations: those of the jaxpr.
        artifact: the text.
        lines: how many it has.
        line_of: the line of each equation, by its number; that of the jaxpr if not given.
    """
    edges: dict[str, list[Edge]] = {}
    for equation in equations:
        line = equation.line if line_of is None else line_of.get(equation.number)
        if line is None:
            continue
        for kind, place in _credited(equation.frames):
            if place.line > 0:
                edges.setdefault(place.file, []).append((place.line, line, kind, columns_in_line(place)))
    for file, found in edges.items():
        source = journal.source(file)
        if source is not None:
            rest = lines - len({edge[1] for edge in found})
            losses = [("to", rest, _NO_PLACE)] if rest > 0 else []
            journal.map(source, artifact, found, method=METHOD, losses=losses)  # type: ignore[arg-type]


def _credited(frames: tuple[Place, ...]) -> Iterable[tuple[str, Place]]:
    # The innermost line is where JAX was called; the others called a function that JAX traced through. What a library
    # wrote is credited to the program's lines that called it, if there are some.
    own = [place for place in frames if not place.file.startswith(_PACKAGES)]
    for place in own or frames:
        yield ("exact" if place is frames[0] else "inlined"), place


def _columns(start: int, end: int) -> tuple[int | None, int | None]:
    return (start, end) if start >= 0 and end > 0 else (None, None)


def columns_in_line(place: Place) -> tuple[int, int] | None:
    """The columns of a place in its first line, in characters; None where they are not known."""
    if place.column is None or place.end_column is None:
        return None
    text = linecache.getline(place.file, place.line).rstrip("\n")
    end = place.end_column if place.end_line == place.line else len(text.encode("utf-8", "surrogateescape"))
    start, stop = in_characters(text, (place.column, end))
    return (start, stop) if start < stop else None


def kept_frames(frames: Iterable[Place]) -> list[list[object]]:
    """Places as the hand-over spells them."""
    return [[place.file, place.line, place.end_line, place.column, place.end_column] for place in frames]


def spelled(equation: Equation) -> Mapping[str, object]:
    """An equation as the hand-over spells it."""
    return {
        "primitive": equation.primitive,
        "depth": equation.depth,
        "calls": equation.calls,
        "line": equation.line,
        "columns": equation.columns,
        "frames": kept_frames(equation.frames),
        "calls_made": equation.calls_made,
        "stack": equation.stack,
        "turns": equation.turns,
    }
