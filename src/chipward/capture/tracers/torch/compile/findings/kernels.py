"""What a person should know of a graph's kernels: what was left to ATen, and how wide the loops are."""

import re
from collections import Counter
from typing import TYPE_CHECKING

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.findings.places import place_in_traceback

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.state import BuiltKernel, Graph

# The head of a loop: `for(int64_t x0=…; x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(16L))`.
_LOOP = re.compile(r"^(\s*)for\s*\(int64_t (\w+)=.*\2\+=(?:static_cast<int64_t>\()?(?:(\d+)L?|\(.*?(\d+)L?\W*)\)?\)")
_TYPE = re.compile(r"at::vec::Vectorized(?:N<(?P<many>[\w:]+),\s*(?P<n>\d+)>|<(?P<one>[\w:]+)>)")
_VECTOR_TYPES = {"bfloat16": "bfloat16", "half": "float16", "float": "float32", "double": "float64"}


def tell(journal: Journal, graph: "Graph") -> None:
    """Tell of all kernels of a graph."""
    _left_to_aten(journal, graph)
    for built in graph.built.values():
        if built.artifact:
            _widths(journal, built)


def _left_to_aten(journal: Journal, graph: "Graph") -> None:
    calls = Counter(call.name for call in graph.calls if call.is_extern)
    lines = graph.wrapper.graph.text.split("\n") if graph.wrapper else []
    for name, times in calls.items():
        trace = next(call.traceback for call in graph.calls if call.name == name)
        at = next((number for number, line in enumerate(lines, 1) if f"{name}(" in line), None)
        often = "" if times == 1 else f", {times} times"
        journal.finding(
            "extern-call",
            f"Inductor writes no code for this: the wrapper calls PyTorch's own kernel {name}{often}.",
            unit=graph.unit,
            place=place_in_traceback(journal, trace) if trace else None,
            evidence=(graph.wrapper.artifact, at) if graph.wrapper and at else None,
        )


def _widths(journal: Journal, built: "BuiltKernel") -> None:
    """Say of each innermost loop how many elements it works on at once."""
    loops = innermost_loops(built.text)
    steps = Counter(step for _, step, _ in loops)
    if not loops:
        journal.finding("scalar-loop", f"{built.name} has no loop.", unit=built.unit)
        return
    wide = sum(count for step, count in steps.items() if step > 1)
    widths = ", ".join(str(step) for step in sorted(steps, reverse=True) if step > 1)
    scalar = next(((line) for line, step, _ in loops if step == 1), None)
    if not wide:
        text = f"{built.name} goes through its data one element at a time: Inductor vectorised none of its loops."
        journal.finding("scalar-loop", text, unit=built.unit, evidence=(built.artifact, loops[0][0]))
        return
    kind = next((kind for _, step, kind in loops if step > 1 and kind), "")
    text = f"{built.name} works on {widths} elements at once{f' ({kind})' if kind else ''}"
    if scalar is None:
        journal.finding(
            "vectorised", f"{text} in all of its loops.", unit=built.unit, evidence=(built.artifact, loops[0][0])
        )
    else:
        ones = steps[1]
        said = f"{text} in {wide} of its {len(loops)} innermost loops, and on one at a time in {ones}."
        journal.finding("scalar-loop", said, unit=built.unit, evidence=(built.artifact, scalar))


def innermost_loops(text: str) -> list[tuple[int, int, str]]:
    """For each loop that holds no other: its line, its step, and the type of its vectors if it has any."""
    lines = text.split("\n")
    heads = [
        (number, len(match[1]), int(match[3] or match[4]))
        for number, line in enumerate(lines, 1)
        if (match := _LOOP.match(line))
    ]
    found = []
    for index, (number, indent, step) in enumerate(heads):
        end = _end(lines, number, indent)
        following = heads[index + 1] if index + 1 < len(heads) else None
        if following is None or following[0] > end:
            types = [_element(match) for line in lines[number:end] for match in _TYPE.finditer(line)]
            found.append((number, step, types[0] if types else ""))
    return found


def _end(lines: list[str], number: int, indent: int) -> int:
    """The line of the brace that closes a loop."""
    for at in range(number, len(lines)):
        if lines[at].startswith(" " * indent + "}"):
            return at + 1
    return len(lines)


def _element(match: re.Match[str]) -> str:
    return str(match["one"] or match["many"])
