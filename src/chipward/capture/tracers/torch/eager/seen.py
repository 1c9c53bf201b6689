"""Reads what the mode has recorded, however the program ended."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chipward.capture.place import Place, read_place
from chipward.capture.recording import read_records

_MARKERS = "profiler::"  # where a profiler would begin and end a section; nothing is computed


@dataclass(frozen=True)
class Site:
    """From where an operator was called."""

    way: tuple[Place, ...]  # the innermost frame first, the program's own last
    applied: Place | None = None  # where the autograd function was applied in which the way ends

    @property
    def home(self) -> Place:
        """The line of the program."""
        return self.way[-1]


@dataclass
class Call:
    """One observation: an operator, called at one place, with arguments of one form."""

    number: int
    name: str
    site: Site
    grad: bool
    inference: bool
    autocast: bool
    node: str | None  # the node of the autograd graph for which it ran
    forward: int | None  # the call that made that node
    is_rest: bool  # stands for all further forms at its place
    args: Sequence[Any] | None = None
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    result: Any = None
    asked: Sequence[Sequence[str]] = ()  # of the GPU, in a dry run
    code: Mapping[str, str] = field(default_factory=dict)  # by a kernel's symbol: the file with its machine code
    count: int = 1

    @property
    def is_of_engine(self) -> bool:
        """Whether the backward pass called it, and no line of the program in between."""
        return self.node is not None and any(place.function == "_engine_run_backward" for place in self.site.way)

    @property
    def form(self) -> str:
        """Equal for calls that the same kernel serves in the same way."""
        facts = [self.name, self.args, self.kwargs, self.grad, self.inference, self.autocast]
        return json.dumps(facts, sort_keys=True)


@dataclass
class Seen:
    """All that was recorded in a process."""

    calls: list[Call] = field(default_factory=list)
    pauses: list[tuple[float, str]] = field(default_factory=list)
    is_whole: bool = False  # the counts at the end are there

    @property
    def is_counted(self) -> bool:
        """Whether the counts are exact."""
        return self.is_whole and not self.pauses


def read_seen(file: Path) -> Seen:
    """Read a recording, however it ended."""
    sites: list[Site] = []
    calls: list[Call] = []
    counts: list[list[int]] = []
    seen = Seen()
    for record in read_records(file):
        if "way" in record:
            applied = record["applied"]
            sites.append(Site(tuple(map(read_place, record["way"])), read_place(applied) if applied else None))
        elif "op" in record:
            calls.append(_call(record, sites))
        elif "of" in record:
            for name in _LATER & record.keys():
                setattr(calls[record["of"]], name, record[name])
        elif "counts" in record:
            seen.is_whole = record["when"] == "end"
            counts.append(record["counts"])
        elif "paused" in record:
            seen.pauses.append((record["paused"], record["woken_by"]))
    if counts:
        # How long a pause lasts depends on the clock: what was counted before the first one does not.
        for call, count in zip(calls, counts[-1] if seen.is_counted else counts[0], strict=False):
            call.count = max(count, 1)
    seen.calls = [call for call in calls if not call.name.startswith(_MARKERS)]
    return seen


_LATER = frozenset({"args", "kwargs", "result", "asked", "code"})


def _call(record: Mapping[str, Any], sites: Sequence[Site]) -> Call:
    return Call(
        number=record["op"],
        name=record["name"],
        site=sites[record["site"]],
        grad=record["grad"],
        inference=record["inference"],
        autocast=record["autocast"],
        node=record["node"],
        forward=record["forward"],
        is_rest=record["more"],
    )
