"""Units as the viewer lists them: path by path in the order of a tree, equal ones folded into the first of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from chipward.model.artifact import Artifact, UnitId
from chipward.model.trace import Trace, Unit
from chipward.site.traces.kernels import OPERATOR, kernels_of, operators_of
from chipward.site.traces.order import in_order
from chipward.site.traces.view import UnitView

Signature = tuple[object, ...]
_NOTHING: Mapping[UnitId, str] = MappingProxyType({})


def unit_views(trace: Trace, takes: Mapping[UnitId, str] = _NOTHING) -> tuple[UnitView, ...]:
    """Every unit, path by path, a parent before its children. ``takes`` says what each takes of the chip."""
    return tuple(_Tree(trace).views(takes))


class _Tree:
    def __init__(self, trace: Trace) -> None:
        known = {unit.id for unit in trace.units}
        self.children: dict[UnitId | None, list[Unit]] = defaultdict(list)
        for unit in trace.units:
            # A unit whose parent was lost stands at the top.
            self.children[unit.parent if unit.parent in known else None].append(unit)
        self.artifacts: dict[UnitId, list[Artifact]] = defaultdict(list)
        for artifact in in_order(trace):
            self.artifacts[artifact.unit].append(artifact)
        self.signatures: dict[UnitId, Signature] = {}
        self.kernels: dict[UnitId, int] = {}
        self.kernel_of = kernels_of(trace)
        self.operators = operators_of(trace)
        for unit in reversed(self.in_order()):
            self.sum_up(unit)

    def in_order(self) -> list[Unit]:
        """Walk without recursion: a hostile bundle may nest as deep as it likes."""
        return [unit for unit, _ in self.walk()]

    def walk(self) -> Iterator[tuple[Unit, int]]:
        left = [(unit, 0) for unit in reversed(self.children[None])]
        while left:
            unit, depth = left.pop()
            yield unit, depth
            below = reversed(self.children.get(unit.id, []))
            left += [(child, depth + 1 if child.selection == unit.selection else 0) for child in below]

    def sum_up(self, unit: Unit) -> None:
        children = self.children.get(unit.id, [])
        texts = tuple((artifact.kind, artifact.sha256) for artifact in self.artifacts[unit.id])
        below = tuple(hash(self.signatures[child.id]) for child in children)
        self.signatures[unit.id] = (unit.kind, texts, below, None if texts or below else unit.name)
        self.kernels[unit.id] = sum(
            self.kernels[child.id] + (self.kernel_of.get(child.id) == child.id)
            for child in children
            if child.selection == unit.selection
        )

    def views(self, takes: Mapping[UnitId, str]) -> Iterator[UnitView]:
        firsts: dict[tuple[UnitId | None, int, Signature], Unit] = {}
        twins: dict[UnitId, list[Unit]] = defaultdict(list)
        folded: dict[UnitId, UnitId] = {}
        for unit in self.in_order():
            first = firsts.setdefault((unit.parent, unit.selection, self.signatures[unit.id]), unit)
            if first is not unit:
                twins[first.id].append(unit)
                folded[unit.id] = first.id
        for unit, depth in sorted(self.walk(), key=lambda one: one[0].selection):
            yield UnitView(
                id=unit.id,
                name=unit.name,
                kind=unit.kind,
                noun=OPERATOR if unit.id in self.operators else unit.kind,
                kernel=self.kernel_of.get(unit.id),
                parent=unit.parent,
                depth=depth,
                rail=unit.selection,
                place=unit.place,
                times=unit.count + sum(twin.count for twin in twins[unit.id]),
                twins=tuple(twin.id for twin in twins[unit.id]),
                folded_into=folded.get(unit.id),
                kernels=self.kernels[unit.id],
                artifacts=tuple(artifact.id for artifact in self.artifacts[unit.id]),
                takes=takes.get(unit.id),
                seconds=unit.seconds,
                process=unit.process,
                note=unit.note,
            )
