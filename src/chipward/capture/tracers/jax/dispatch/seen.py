"""Reads what was recorded of a process, however it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chipward.capture.place import Place, read_place
from chipward.capture.recording import read_records


@dataclass(frozen=True)
class Site:
    """From where something was dispatched."""

    way: tuple[Place, ...]  # the innermost frame outside of JAX first, the program's own last; empty in JAX's threads
    forward: Place | None = None  # where the backward pass has it from

    @property
    def home(self) -> Place | None:
        """The line of the program that it belongs to."""
        return self.forward or self.called

    @property
    def called(self) -> Place | None:
        """The line of the program that was running."""
        return self.way[-1] if self.way else None


@dataclass(frozen=True)
class Compilation:
    """What was compiled to be dispatched."""

    unit: str
    jaxpr: str | None  # the artifact
    cached: bool  # answered by JAX's compilation cache


@dataclass
class Dispatch:
    """One observation: an operation, dispatched from one place, with arguments of one form."""

    number: int
    name: str
    site: Site
    args: str | None  # None where it stands for all further forms at its place
    program: int | None  # equal where the same program serves
    runs: bool  # a program of its own
    compilations: list[Compilation] = field(default_factory=list)
    count: int = 1


@dataclass
class Seen:
    """All that was recorded in a process."""

    dispatches: list[Dispatch] = field(default_factory=list)
    pauses: list[tuple[float, str]] = field(default_factory=list)
    is_whole: bool = False  # the counts at the end are there

    @property
    def is_counted(self) -> bool:
        """Whether the counts are exact."""
        return self.is_whole and not self.pauses

    def compilation_of(self, dispatch: Dispatch) -> Compilation | None:
        """What was compiled for it, or for another of the same form."""
        if dispatch.compilations:
            return dispatch.compilations[-1]
        if dispatch.program is None:
            return None
        same = (other for other in self.dispatches if other.program == dispatch.program)
        return next((other.compilations[-1] for other in same if other.compilations), None)


def read_seen(file: Path) -> Seen:
    """Read a recording."""
    seen, sites = Seen(), dict[int, Site]()
    counts: list[list[int]] = []
    for record in read_records(file):
        if "way" in record:
            made = record["forward"]
            way = tuple(map(read_place, record["way"]))
            sites[record["site"]] = Site(way, read_place(made) if made else None)
        elif "dispatch" in record:
            seen.dispatches.append(_dispatch(record, sites))
        elif "of" in record:
            _more(seen.dispatches[record["of"]], record)
        elif "counts" in record:
            seen.is_whole = record["when"] == "end"
            counts.append(record["counts"])
        elif "paused" in record:
            seen.pauses.append((record["paused"], record["woken_by"]))
    # How long a pause lasts depends on the clock: what was counted before the first one does not.
    _count(seen, (counts[-1] if seen.is_counted else counts[0]) if counts else ())
    return seen


def _dispatch(record: Mapping[str, Any], sites: Mapping[int, Site]) -> Dispatch:
    return Dispatch(
        number=record["dispatch"],
        name=record["name"],
        site=sites[record["site"]],
        args=record["args"],
        program=record["program"],
        runs=record["runs"],
    )


def _more(dispatch: Dispatch, record: Mapping[str, Any]) -> None:
    dispatch.runs = record["runs"]
    if "unit" in record:
        dispatch.compilations.append(Compilation(record["unit"], record["jaxpr"], record["cached"]))


def _count(seen: Seen, counts: Sequence[int]) -> None:
    for dispatch, count in zip(seen.dispatches, counts, strict=False):
        dispatch.count = count
    for dispatch in seen.dispatches:
        dispatch.count = max(dispatch.count, len(dispatch.compilations), 1)
