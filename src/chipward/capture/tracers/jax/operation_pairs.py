"""Which operation of StableHLO became which instruction of HLO, within what they have in common: an equation."""

from collections.abc import Mapping

from chipward.artifacts.xla.hlo import Instruction

_RENAMED = {"broadcast-in-dim": "broadcast", "dot-general": "dot"}

Edge = tuple[int, int, str, tuple[int, int] | None]


def pairs(
    operations: Mapping[int, str],
    by_line: Mapping[int, tuple[int, ...]],
    instructions: Mapping[int, Instruction],
    held: Mapping[int, tuple[int, ...]],
    kind: str,
) -> list[Edge]:
    """Join the lines of two texts by their equations.

    Where an equation is one operation, or one operation of that name, the instruction comes from it; elsewhere all
    that is known is that it comes from the operations of the equation.
    """
    of_equation: dict[int, list[int]] = {}
    for line, numbers in by_line.items():
        for number in numbers:
            of_equation.setdefault(number, []).append(line)
    found: list[Edge] = []
    for end, numbers in held.items():
        own = kind if len(numbers) == 1 or kind != "exact" else "fused"
        for number in numbers:
            starts = of_equation.get(number, [])
            same = [line for line in starts if _opcode(operations[line]) == instructions[end].opcode]
            chosen = same if len(same) == 1 else starts
            found += [(line, end, own if len(chosen) == 1 else "unit", None) for line in chosen]
    return found


def _opcode(operation: str) -> str:
    name = operation.rpartition(".")[2].replace("_", "-")
    return _RENAMED.get(name, name)
