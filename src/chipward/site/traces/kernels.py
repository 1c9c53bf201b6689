"""Which kernels a trace holds: an operator that ran one is no second kernel beside the kernel's own code."""

from collections.abc import Mapping

from chipward.model.artifact import KindId, UnitId
from chipward.model.trace import Trace, Unit

KERNEL = "kernel"
OPERATOR = KindId("operator")  # what a reader calls a unit that only tells how an operator got to its kernel
_WAY_TO_A_KERNEL = {"native-stack"}

Kernels = Mapping[UnitId, UnitId]


def kernels_of(trace: Trace) -> Kernels:
    """Each unit of kind kernel, with the unit that stands for the kernel it tells of."""
    kernels = {unit.id: unit for unit in trace.units if unit.kind == KERNEL}
    operators = operators_of(trace)
    code_of = _code_of(trace, operators, kernels)
    found: dict[UnitId, UnitId] = {one: one for one in kernels if one not in operators}
    by_name: dict[tuple[UnitId | None, str], UnitId] = {}
    for one in found:
        by_name.setdefault((kernels[one].parent, kernels[one].name), one)
    for one, unit in kernels.items():
        if one in operators:
            # Where no code was kept, as of closed libraries, operators of one kernel are known by its name.
            found[one] = code_of.get(one) or by_name.setdefault((unit.parent, _kernel_in(unit)), one)
    return found


def operators_of(trace: Trace) -> frozenset[UnitId]:
    """The units of kind kernel that hold no code, only the way from an operator to a kernel."""
    kinds: dict[UnitId, set[str]] = {unit.id: set() for unit in trace.units if unit.kind == KERNEL}
    for artifact in trace.artifacts:
        if artifact.unit in kinds:
            kinds[artifact.unit].add(artifact.kind)
    return frozenset(unit for unit, held in kinds.items() if held and held <= _WAY_TO_A_KERNEL)


def _code_of(trace: Trace, operators: frozenset[UnitId], kernels: Mapping[UnitId, Unit]) -> Kernels:
    """The unit that the samples of an operator lie in."""
    unit_of = {artifact.id: artifact.unit for artifact in trace.artifacts}
    found: dict[UnitId, UnitId] = {}
    for entry in trace.maps:
        start, end = unit_of.get(entry.start), unit_of.get(entry.end)
        if start and end and start in operators and end in kernels and end not in operators:
            found.setdefault(start, end)
    return found


def _kernel_in(unit: Unit) -> str:
    """The last part of such a name: `aten::mm: sgemm_kernel`."""
    return unit.name.rpartition(": ")[2]
