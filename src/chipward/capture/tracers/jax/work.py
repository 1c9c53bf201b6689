"""One task of a room: what was compiled, for which target, and where what comes of it belongs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.handover import Equation, Handover
from chipward.capture.tracers.jax.selections import JIT, NO_JIT, stage_in


@dataclass(frozen=True)
class Work:
    """What a room is to compile, and whom it tells."""

    journal: Journal
    target: str  # cpu, cuda:h100, tpu:v5e:2x2
    handover: Handover
    unit: str  # of what comes of it; begun already
    program_unit: str  # of the same compilation in the program
    name: str
    selection: Mapping[str, object]
    jaxpr: str | None  # artifacts
    stablehlo: str | None
    executed_hlo: str | None
    num_partitions: int
    facts: Mapping[str, Any]
    stablehlo_text: str | None = None  # for a target; the program keeps its own in the hand-over

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The equations of the jaxpr; the place of each is its number."""
        return self.handover.equations()

    def stage(self, stage: str) -> str | None:
        """A stage, if the path that this goes along has it."""
        return stage_in(JIT if self.facts.get("kind") != "op" else NO_JIT, stage)
