"""What can be made later of a kernel that a trace holds: each pass of its emitter, or all stages of its LLO.

All of that would be too much for every kernel of every program. A trace holds what it takes to compile a program once
more: its StableHLO for the target, and the options. What that costs is told from measurements, before it is begun.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from chipward.model.artifact import ArtifactId, KindId, UnitId
from chipward.model.trace import Trace, Unit

EXPLAINER = "how-jax-runs"
KERNEL = "kernel"
BETWEEN = "-k-"  # in the id of a kernel's unit: before it the program's, behind it the instruction
STABLEHLO, OPTIONS, HLO = "stablehlo", "options", "hlo-optimized"  # of a program: names of artifacts
LLO_STAGES, MOSAIC_STAGES = "llo-stages", "mosaic-stages"
TRITON_PASSES, TILING_PASSES, EMITTER_PASSES = "triton-passes", "tiling-passes", "emitter-passes"
KINDS = frozenset({LLO_STAGES, MOSAIC_STAGES, TRITON_PASSES, TILING_PASSES, EMITTER_PASSES})

# What a kernel takes with jaxlib 0.10.2 on two cores of a server: seconds, and bytes that XLA writes.
_GPU: Mapping[str, tuple[float, int]] = {
    TRITON_PASSES: (4.5, 1_000_000),
    TILING_PASSES: (4.5, 33_000),
    EMITTER_PASSES: (5.5, 520_000),
}
# With libtpu 0.0.42 there are some 65 stages, each about half as long as LLO as emitted.
_STAGES_TO_LLO = 35
_SECONDS_OF_START, _SECONDS_A_MEGABYTE = 5.0, 0.2
_TRITON, _XLA, _LLO, _MOSAIC = "ttir", "llir-before", "llo", "mosaic"  # of a kernel: names of artifacts


class Offer(NamedTuple):
    """One text that can be made of one kernel, and what that takes."""

    unit: UnitId
    kind: KindId
    program: UnitId  # the compilation that the kernel is of
    target: str  # cuda:h100
    beside: ArtifactId  # the text of the kernel that it leads to or from
    seconds: float
    written: int  # bytes, for as long as it takes

    @property
    def instruction(self) -> str:
        """The instruction of the optimised HLO that the kernel is of."""
        return self.unit.removeprefix(f"{self.program}{BETWEEN}")

    @property
    def estimate(self) -> str:
        """What it takes, in words."""
        return f"about {self.seconds:,.0f} s, about {max(0.1, self.written / 1e6):,.1f} MB on the disk meanwhile"


def offers(trace: Trace) -> tuple[Offer, ...]:
    """All that can be made, unit by unit. What is there already is not offered."""
    sizes = {artifact.id: artifact.bytes for artifact in trace.artifacts}
    there = {(artifact.unit, artifact.kind) for artifact in trace.artifacts}
    kernels: dict[UnitId, list[UnitId]] = {
        unit.id: [] for unit in trace.units if all(f"{unit.id}/{name}" in sizes for name in (STABLEHLO, OPTIONS, HLO))
    }
    for unit in trace.units:
        if unit.kind == KERNEL and unit.parent in kernels:
            kernels[unit.parent].append(unit.id)
    every = (offer for unit in trace.units for offer in _of_unit(trace, unit, kernels, sizes))
    return tuple(offer for offer in every if (offer.unit, offer.kind) not in there)


def _of_unit(
    trace: Trace, unit: Unit, kernels: Mapping[UnitId, list[UnitId]], sizes: Mapping[ArtifactId, int]
) -> Iterator[Offer]:
    program = unit.parent
    if unit.kind != KERNEL or program is None or program not in kernels or unit.selection >= len(trace.selections):
        return
    if (path := trace.selections[unit.selection]).explainer != EXPLAINER:
        return
    named = {name: f"{unit.id}/{name}" for name in (_TRITON, _XLA, _LLO, _MOSAIC)}
    mine = {name: ArtifactId(there) for name, there in named.items() if there in sizes}
    alike = kernels[program]
    if path.target.startswith("tpu:"):
        written = sum(sizes.get(ArtifactId(f"{one}/{_LLO}"), 0) for one in alike) * _STAGES_TO_LLO
        seconds = _SECONDS_OF_START + written / 1e6 * _SECONDS_A_MEGABYTE
        for kind, name in ((LLO_STAGES, _LLO), (MOSAIC_STAGES, _MOSAIC)):
            if name in mine:
                yield Offer(unit.id, KindId(kind), program, path.target, mine[name], seconds, written)
    elif path.target.startswith("cuda:") and _XLA in mine:
        name = _TRITON if _TRITON in mine else _XLA
        count = sum((f"{one}/{_TRITON}" in sizes) == (name == _TRITON) for one in alike)
        for kind in (TRITON_PASSES, TILING_PASSES) if name == _TRITON else (EMITTER_PASSES,):
            each, size = _GPU[kind]
            yield Offer(unit.id, KindId(kind), program, path.target, mine[name], each * count, size * count)
