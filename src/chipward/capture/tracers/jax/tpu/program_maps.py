"""The maps from optimised HLO to the programs of a TPU, and within each program.

The top-level program calls one program for most instructions of HLO, and names the instruction beside the call. Within
a program nothing says which instruction an operation is of, but in a Pallas kernel, whose operations name Python.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.llo_values import kept_values, read_values
from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.losses import Loss, losses
from chipward.capture.tracers.jax.tpu.texts import Kept, Text

_NUMBERED = "A value of LLO keeps its number through all stages; the operation is checked to be the same"
_NOT_KEPT = "operations that later stages replaced or took out"
_NEW = "added by libtpu: copies, constants, addresses and waits of later stages"
_CALLED = "A call in the top-level program names its instruction"
_NO_HLO = "no origin in HLO: libtpu's own beginning and end, and copies and scalars between the calls"
_ELSEWHERE = "copies and scalars that the top-level program does itself"
_CALL = re.compile(r" = inlined_call\b.*/\* %(?P<instruction>[\w.-]{1,255}) = ")


class Reason(NamedTuple):
    """How edges are known, and what the lines are from which none leads."""

    method: str
    others: str


_BY_NAME = Reason(
    "libtpu makes the program for this instruction and all that it calls, and keeps no finer origin within it",
    "instructions of other programs",
)
_RUN = Reason("The call runs all of this program", "operations that call other programs, or none")


def map_values(journal: Journal, kept: Kept) -> None:
    """Map LLO as emitted to the slots that do the same in the end."""
    edges = [(*pair, "inferred") for pair in kept_values(kept.values, read_values(kept.bundles_text))]
    _map(journal, (kept.llo, kept.bundles), edges, Reason(_NUMBERED, _NOT_KEPT), _NEW)


def map_calls(journal: Journal, hlo: Text, module: HloModule, programs: Sequence[Kept], entry: Kept) -> None:
    """Map the optimised HLO to the calls in the top-level program, and these to what they call."""
    calls = dict(calls_in(entry.llo_text))
    edges = [edge for name, line in calls.items() for edge in _edges_to(module, name, line)]
    _map(journal, (hlo, entry.llo), edges, Reason(_CALLED, _ELSEWHERE), _NO_HLO)
    for one in programs:
        if one.program.name in calls:
            _map_whole(journal, entry.llo, calls[one.program.name], one, _RUN)


def map_instruction(journal: Journal, hlo: Text, module: HloModule, kept: Kept) -> None:
    """Map the instruction that a program is made for to all of it."""
    instruction = module.by_name.get(kept.program.name)
    if instruction is not None:
        _map_whole(journal, hlo, instruction.line, kept, _BY_NAME)


def calls_in(llo: str) -> Iterator[tuple[str, int]]:
    """The instructions whose programs a top-level program calls, and the lines of the calls."""
    for number, line in enumerate(llo.split("\n"), start=1):
        if " = inlined_call" in line and (found := _CALL.search(line)):
            yield found["instruction"], number


def losses_of(ends: tuple[Text, Text], edges: Sequence[tuple[int, int, str]], why: tuple[str, str]) -> list[Loss]:
    """What a map between two texts leaves out, with the reasons for lines of either that do something."""
    (start, end), starts, stops = ends, {edge[0] for edge in edges}, {edge[1] for edge in edges}
    lost = losses("from", start.text, start.lines, starts, (why[0], start.rest))
    return lost + losses("to", end.text, end.lines, stops, (why[1], end.rest))


def _map_whole(journal: Journal, start: Text, line: int, kept: Kept, reason: Reason) -> None:
    # A way ends at such an edge, so LLO and bundles each have their own.
    for end in (kept.llo, kept.bundles):
        _map(journal, (start, end), [(line, each, "unit") for each in sorted(end.lines)], reason, "")


def _map(
    journal: Journal, ends: tuple[Text, Text], edges: Collection[tuple[int, int, str]], reason: Reason, new: str
) -> None:
    if edges:
        found = list(edges)
        lost = losses_of(ends, found, (reason.others, new))
        journal.map(ends[0].artifact, ends[1].artifact, found, method=reason.method, losses=lost)


def _edges_to(module: HloModule, name: str, line: int) -> Iterator[tuple[int, int, str]]:
    own = module.by_name.get(name)
    if own is not None:
        inside = [one.line for one in module.owned(name) if one.computes and one is not own]
        kind = "fused" if len(inside) > 1 else "exact"
        yield from ((start, line, kind) for start in (own.line, *inside))
