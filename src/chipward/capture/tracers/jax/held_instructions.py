"""Which instructions of the optimised HLO a step of XLA's runtime computes, and why others have no step."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Protocol

from chipward.artifacts.xla.hlo import HloModule
from chipward.capture.tracers.jax.losses import Loss

METHOD = "Each step names the instruction that it was made for; a fusion holds all instructions that it calls"
HEADINGS = "headings of loops and branches"
_STRUCTURE = "no step of its own: structure such as parameters, constants and tuples"
_ELSEWHERE = "no step of its own: what is known before the program runs, or is part of another step"


class Step(Protocol):
    """A step, on whichever device."""

    @property
    def instruction(self) -> str:
        """The instruction that it was made for."""

    @property
    def runs_others(self) -> bool:
        """Whether it is a loop, a branch or a call, whose body has steps of its own."""


def held_by(step: Step, module: HloModule) -> tuple[int, ...]:
    """The lines of the instructions that a step computes. A fusion of one instruction is both of their lines."""
    own = module.by_name.get(step.instruction)
    if own is None:
        return ()
    if step.runs_others:
        return (own.line,)
    inside = [one.line for one in module.owned(step.instruction) if one.computes and one is not own]
    return (own.line, *inside)


def kind_of(lines: tuple[int, ...]) -> str:
    """How an edge to a step that holds these lines is known."""
    return "exact" if len(lines) == 1 else "fused"


def without_step(module: HloModule, held: AbstractSet[int]) -> Iterator[Loss]:
    """The instructions on other lines than these, by reason; a reason may count none."""
    rest = [one for one in module.instructions if one.line not in held]
    yield "from", sum(not one.computes for one in rest), _STRUCTURE
    yield "from", sum(one.computes for one in rest), _ELSEWHERE
