"""What a person should know of a graph's kernels: what was left to ATen, and how wide the loops are."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.places import Place, place_at, place_in_traceback

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.frames import FrameFacts
    from chipward.capture.tracers.torch.compile.state import BuiltKernel, Graph

# The head of a loop: `for(int64_t x0=…; x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(16L))`, or
# `for (int64_t x1_tail = …;x1_tail < …; x1_tail++)` for what a loop in steps leaves over.
_LOOP = re.compile(r"^(\s*)for\s*\(\s*int64_t (\w+)\s*=.*?;.*?;\s*(?:\2\s*\+=\s*(.+)|\2\+\+)\)\s*$")
_NUMBER = re.compile(r"(\d+)L?")
_SEVERAL = 2

Below = Callable[[str], str] | None


def tell(journal: Journal, function: "FrameFacts", graph: "Graph", below: Below = None) -> None:
    """Tell of all kernels of a graph; `below` says in a sentence what lies below a call into ATen."""
    _left_to_aten(journal, function, graph, below)
    for built in graph.built.values():
        if built.artifact:
            kernel = graph.kernels.get(built.name)
            _widths(journal, built, kernel.scalar_reasons if kernel else [])


def _left_to_aten(journal: Journal, function: "FrameFacts", graph: "Graph", below: Below) -> None:
    calls: dict[str, list[str]] = {}
    for call in graph.calls:
        if call.is_extern:
            calls.setdefault(call.name, []).append(call.traceback)
    lines = graph.wrapper.graph.text.split("\n") if graph.wrapper else []
    for name, traces in calls.items():
        found = dict.fromkeys(place_in_traceback(journal, trace) for trace in traces)
        places = [place for place in found if place is not None]
        at = next((number for number, line in enumerate(lines, 1) if f"{name}(" in line), None)
        often = "" if len(traces) == 1 else f", {len(traces)} times"
        journal.finding(
            "extern-call",
            f"Inductor writes no code for this: the wrapper calls PyTorch's own kernel {name}{often}{_for(places)}."
            + (f" {below(name)}" if below else ""),
            unit=graph.unit,
            place=places[0] if places else place_at(journal, function.file, function.line or 0),
            evidence=(graph.wrapper.artifact, at) if graph.wrapper and at else None,
        )


def _for(places: list[Place]) -> str:
    """Name the lines that calls stand at, where there are several: `, for mlp.py:17, mlp.py:18 and mlp.py:19`."""
    if len(places) < _SEVERAL:
        return ""  # the place of the finding says it
    *named, last = [f"{source.rpartition('/')[2]}:{line}" for source, line in places]
    return f", for {', '.join(named)} and {last}"


def _widths(journal: Journal, built: "BuiltKernel", reasons: list[str]) -> None:
    """Say of each innermost loop how many elements it works on at once."""
    loops = innermost_loops(built.text)
    scalar = [loop for loop in loops if loop.width == 1]
    if not loops:
        return
    if len(scalar) == len(loops):
        why = f", because {' and '.join(reasons)}" if reasons else ""
        text = f"{built.name} goes through its data one element at a time: Inductor vectorised no loop of it{why}."
        journal.finding("scalar-loop", text, unit=built.unit, evidence=(built.artifact, loops[0].line))
        return
    widths = ", ".join(str(width) for width in sorted({loop.width for loop in loops} - {1}, reverse=True))
    text = f"{built.name} works on {widths} elements at once"
    if any(loop.has_tail for loop in loops):
        text += ", and on those that are left over one at a time"
    if scalar:
        why = f", because {' and '.join(reasons)}" if reasons else ""
        text += f"; in {len(scalar)} of its {len(loops)} innermost loops it works on one at a time{why}."
        journal.finding("scalar-loop", text, unit=built.unit, evidence=(built.artifact, scalar[0].line))
    else:
        journal.finding("vectorised", f"{text}.", unit=built.unit, evidence=(built.artifact, loops[0].line))


class Loop(NamedTuple):
    """A loop that holds no other, but for one that works on what is left over."""

    line: int
    width: int  # elements at once: the step of it, or of a loop around it
    has_tail: bool  # what is left over is done one at a time


def innermost_loops(text: str) -> list[Loop]:
    """Find the innermost loops of a generated kernel."""
    lines = text.split("\n")
    around: list[tuple[int, int]] = []  # the loops around this line: where each ends, its step
    found: list[Loop] = []
    last = 0  # the line on which the last loop that was found ends
    for number, line in enumerate(lines, 1):
        match = _LOOP.match(line)
        if match is None:
            continue
        end = _end(lines, number, len(match[1]))
        around = [loop for loop in around if loop[0] > number]
        if match[2].endswith("_tail"):
            if found and number < last:
                found[-1] = found[-1]._replace(has_tail=True)
            continue
        step = _NUMBER.findall(match[3] or "")
        around.append((end, int(step[-1]) if step else 1))
        if found and number < last:
            found.pop()  # the loop found last holds this one
        uses_vectors = any("at::vec::" in inside or "Vec<" in inside for inside in lines[number:end])
        found.append(Loop(number, max(step for _, step in around) if uses_vectors else 1, has_tail=False))
        last = end
    return found


def _end(lines: list[str], number: int, indent: int) -> int:
    """The line of the brace that closes a loop."""
    for at in range(number, len(lines)):
        if lines[at].startswith(" " * indent + "}"):
            return at + 1
    return len(lines)
