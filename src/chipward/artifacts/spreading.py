"""Follow edges from some lines, all down or all up, the strongest first. The laws stand in `line_graph`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from chipward.artifacts.map_index import UNIT, Doors, Side
from chipward.model.artifact import ArtifactId

Label = tuple[int, int]  # the weakness of the weakest edge on the way, and the number of edges
Labels = Mapping[ArtifactId, Mapping[int, Label]]
_Settled = dict[ArtifactId, dict[int, Label]]


def spread(doors: Doors, starts: Labels, side: Side) -> _Settled:
    """Label what can be reached over edges finer than `unit`; the starts are among it, labelled as they came."""
    settled: _Settled = {}
    waiting: dict[Label, dict[ArtifactId, set[int]]] = {}
    for artifact, labels in starts.items():
        for line, label in labels.items():
            waiting.setdefault(label, defaultdict(set))[artifact].add(line)
    while waiting:
        label = min(waiting)
        for artifact, lines in waiting.pop(label).items():
            known = settled.setdefault(artifact, {})
            lines.difference_update(known)
            known.update(dict.fromkeys(lines, label))
            for door in doors.leaving(artifact, side) if lines else ():
                for weakness in range(UNIT):
                    ends = doors.index(door.map).ends(side, weakness, lines)
                    if door.beyond in settled:
                        ends -= settled[door.beyond].keys()
                    if ends:
                        offered = (max(label[0], weakness), label[1] + 1)
                        waiting.setdefault(offered, defaultdict(set))[door.beyond] |= ends
    return settled


def with_units(doors: Doors, settled: _Settled, side: Side, picked: ArtifactId) -> Labels:
    """Add what `unit` edges lead to, in texts where nothing finer does. The picked line is not finer than anything."""
    served = {artifact for artifact, labels in settled.items() if len(labels) > 1 or (labels and artifact != picked)}
    coarse: _Settled = {}
    for artifact, labels in settled.items():
        for door in doors.leaving(artifact, side):
            if door.beyond in served:
                continue
            for hops, lines in _by_hops(labels):
                ends = doors.index(door.map).ends(side, UNIT, lines)
                known = coarse.setdefault(door.beyond, {})
                for line in ends:
                    known[line] = min(known.get(line, (UNIT, hops + 1)), (UNIT, hops + 1))
    found = dict(settled)
    for artifact, labels in coarse.items():
        found[artifact] = labels | settled.get(artifact, {})
    return found


def _by_hops(labels: Mapping[int, Label]) -> Iterable[tuple[int, set[int]]]:
    lines: dict[int, set[int]] = defaultdict(set)
    for line, (_, hops) in labels.items():
        lines[hops].add(line)
    return lines.items()
