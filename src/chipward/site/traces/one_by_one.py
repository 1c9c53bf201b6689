"""Which units hold what was called operation by operation, rather than compiled as a whole."""

from chipward.model.artifact import UnitId
from chipward.model.trace import Trace

_ONE_BY_ONE = "eager"


def called_one_by_one(trace: Trace) -> frozenset[UnitId]:
    """The units of such calls, and all below them: on other targets, too."""
    parents = {unit.id: unit.parent for unit in trace.units}
    known = {unit.id: unit.kind == _ONE_BY_ONE for unit in trace.units}
    settled: dict[UnitId, bool] = {}
    for unit in parents:
        way: list[UnitId] = []
        at: UnitId | None = unit
        while at is not None and at in known and at not in settled and not known[at]:
            way.append(at)
            at = parents[at]
        found = at is not None and (settled.get(at, False) or known.get(at, False))
        settled |= dict.fromkeys((*way, *((at,) if at in known else ())), found)
    return frozenset(unit for unit, is_one in settled.items() if is_one)
