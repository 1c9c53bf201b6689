"""Products whose result is transposed, as the gradient of a product is: XLA makes one instruction of both equations.

It computes the product with its operands the other way round, and is named after the transpose alone. So the product
is given back to it here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from chipward.artifacts.xla.hlo import Instruction
from chipward.capture.tracers.jax.handover import Equation

_COMPUTED = frozenset({"dot", "convolution", "custom-call"})


def with_turned_products(
    instructions: Iterable[Instruction], equations: tuple[Equation, ...]
) -> tuple[Instruction, ...]:
    """Give an instruction that computes the product that its transpose turns, if no other instruction names that."""
    tagged = tuple(instructions)
    named = {tag for one in tagged for tag in one.tags}
    turned: Mapping[int, int] = {
        one.number: one.turns for one in equations if one.turns is not None and one.turns not in named
    }
    return tuple(_with_products(one, turned) if one.opcode in _COMPUTED else one for one in tagged)


def _with_products(one: Instruction, turned: Mapping[int, int]) -> Instruction:
    products = tuple(turned[tag] for tag in one.tags if tag in turned)
    return replace(one, tags=(*products, *one.tags)) if products else one
