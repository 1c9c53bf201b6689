"""The maps from the steps of a program, and from its optimised HLO, to the code of a kernel."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.cpu.kernels import Kernel

_BY_SYMBOL = (
    "The step calls the function by its symbol; XLA keeps no finer origin within a kernel of several instructions"
)
_BY_NAME = "The kernel is what XLA made of this instruction, and of all that it calls"
_NO_CODE = "headings, blank lines, declarations, and functions that no step calls"
_OTHER_STEPS = "steps that call other kernels, or code of a library"
_OTHER_INSTRUCTIONS = "all but the instructions that the kernel is called for"

Edge = tuple[int, int, str]
Loss = tuple[Literal["from", "to"], int, str]


@dataclass(frozen=True)
class Caller:
    """The steps of a program, by their places: where they stand, and what they are called for."""

    steps: str  # the artifact
    lines: Sequence[int]
    is_of_one: Callable[[int], bool]  # whether a step computes a single instruction
    hlo: str  # the artifact of the optimised HLO
    hlo_lines: int  # how many lines it has
    instructions: Sequence[int]  # the line of each step's instruction there, or 0


class CodeText(NamedTuple):
    """A text of a kernel's code: the lines of each function, and how many lines there are in all."""

    artifact: str
    lines: Mapping[str, tuple[int, ...]]
    size: int


def map_from_steps(journal: Journal, caller: Caller, kernel: Kernel, text: CodeText) -> None:
    """Map the steps that call a kernel to its code: exactly, where the kernel is of one instruction and one step."""
    edges = [
        (caller.lines[step], line, "exact" if len(kernel.steps[name]) == 1 and caller.is_of_one(step) else "unit")
        for name, step, line in _calls(kernel, text)
    ]
    if edges:
        losses = _losses(edges, len(caller.lines), _OTHER_STEPS, text)
        journal.map(caller.steps, text.artifact, edges, method=_BY_SYMBOL, losses=losses)


def map_from_hlo(journal: Journal, caller: Caller, kernel: Kernel, text: CodeText) -> None:
    """Map the instructions that a kernel is called for to its code.

    A way over a unit edge ends there: without these, nobody would come from machine code to an instruction of HLO.
    """
    edges = [
        (instruction, line, "unit")
        for _, step, line in _calls(kernel, text)
        if (instruction := caller.instructions[step])
    ]
    if edges:
        losses = _losses(edges, caller.hlo_lines, _OTHER_INSTRUCTIONS, text)
        journal.map(caller.hlo, text.artifact, edges, method=_BY_NAME, losses=losses)


def _calls(kernel: Kernel, text: CodeText) -> Iterator[tuple[str, int, int]]:
    """Each step that calls a function, with each line of that function."""
    for name, steps in kernel.steps.items():
        for step in steps:
            yield from ((name, step, line) for line in text.lines.get(name, ()))


def _losses(edges: Sequence[Edge], starts: int, why: str, text: CodeText) -> list[Loss]:
    counted: list[Loss] = [
        ("from", starts - len({edge[0] for edge in edges}), why),
        ("to", text.size - len({edge[1] for edge in edges}), _NO_CODE),
    ]
    return [loss for loss in counted if loss[1] > 0]
