"""Writes the maps that lead to generated kernels: from IR, from FX nodes and from the wrapper, line by line."""

import re
from collections import Counter
from collections.abc import Iterator

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.graph_text import Node, kinds_by_merging
from chipward.capture.tracers.torch.compile.origins import stamp_of
from chipward.capture.tracers.torch.compile.state import BuiltKernel, Graph, InductorIr, KernelText, Printed
from chipward.capture.tracers.torch.compile.syntax import TRITON

WRITTEN_FOR = "The step that Inductor was generating code for when it wrote the line"
BY_ORDER = "Equal parts of a template are told apart by the order in which they were generated"
SAME_TEXT = "The same text, line for line"
INDICES = "A line that computes an index is credited to each step that uses it"
OF_TEMPLATE = "The text of a template is credited to the operator that it was chosen for"
CALLED_FOR = "For calls: the nodes that Inductor wrote the call for, in the order of the calls"

_PLACEHOLDER = "Placeholder."

Edge = tuple[int, int, str]


def write(journal: Journal, graph: Graph) -> None:
    """Write the maps to each kernel of a graph, and to the wrapper that calls them."""
    wrapper = graph.wrapper.graph.text.split("\n") if graph.wrapper else []
    to_wrapper: list[Edge] = []
    methods = dict.fromkeys([WRITTEN_FOR])
    for name, built in sorted(graph.built.items()):
        kernel = graph.kernels.get(name)
        source = built.source.split("\n")
        defined = _definition(wrapper, name)
        if graph.wrapper and built.artifact and defined is not None:
            _identity(journal, graph.wrapper, built, source, defined)
        if kernel is not None:
            _kernel(journal, graph, kernel, built)
            if defined is not None:
                to_wrapper += _node_edges(graph, kernel, built, defined)
                methods |= dict.fromkeys(_methods(kernel, built))
    if graph.wrapper and "post-grad" in graph.texts:
        to_wrapper += _calls(graph, wrapper)
        losses = _lost_in_wrapper(wrapper, {line for _, line, _ in to_wrapper})
        journal.map(
            graph.texts["post-grad"].artifact,
            graph.wrapper.artifact,
            to_wrapper,
            method=". ".join([*methods, CALLED_FOR]),
            losses=losses,
        )


def _kernel(journal: Journal, graph: Graph, kernel: KernelText, built: BuiltKernel) -> None:
    """The maps to a kernel's file from the post-grad graph and from the IR."""
    source = built.source.split("\n")
    start = find_lines(built.text.split("\n"), source)
    if not built.artifact or start is None or "post-grad" not in graph.texts:
        return
    edges = _node_edges(graph, kernel, built, start)
    nodes = graph.texts["post-grad"].graph.nodes
    reached = {edge[0] for edge in edges}
    head = start + built.syntax.head_of(source) + 1
    edges += [(nodes[node], head, "unit") for node in kernel.nodes if node in nodes and nodes[node] not in reached]
    losses = _lost_in_kernel(built, start, kernel, {line for _, line, _ in edges})
    method = ". ".join(_methods(kernel, built))
    journal.map(graph.texts["post-grad"].artifact, built.artifact, edges, method=method, losses=losses)
    ir = graph.ir.get("ir-after-fusion")
    from_ir = _ir_edges(ir, kernel, source, start) if ir else []
    if ir and from_ir:  # of what stands in a template the IR may show nothing
        losses = _lost_in_kernel(built, start, kernel, {line for _, line, _ in from_ir})
        journal.map(ir.artifact, built.artifact, from_ir, method=method, losses=losses)


def _node_edges(graph: Graph, kernel: KernelText, built: BuiltKernel, start: int) -> list[Edge]:
    """Edges from post-grad nodes to the lines of a kernel's source, which begins after line `start` of the end."""
    source = built.source.split("\n")
    nodes = graph.texts["post-grad"].graph.nodes if "post-grad" in graph.texts else {}
    edges = []
    for origins, line in _lines_written(kernel, source, start):
        stamps = [stamp_of(step) for step in origins.nodes]
        kinds = {kind for _, kind in stamps}
        found: dict[Node, None] = dict.fromkeys(node for stamp, _ in stamps for node in stamp if node in nodes)
        kind = "inferred" if origins.is_guess or "inferred" in kinds else "exact" if len(found) == 1 else "fused"
        edges += [(nodes[node], line, kind) for node in found]
    written = {line for _, line, _ in edges}
    by_hand = [
        start + index + 1
        for index, line in enumerate(source)
        if line.strip() and index > built.syntax.head_of(source) and start + index + 1 not in written
    ]
    return edges + [(nodes[node], line, "inferred") for node in kernel.stands_for if node in nodes for line in by_hand]


def _ir_edges(ir: InductorIr, kernel: KernelText, source: list[str], start: int) -> list[Edge]:
    """Edges from lines of the IR to the lines of a kernel's source, which begins after line `start` of the end."""
    pairs: list[tuple[int, int]] = []
    guessed: set[int] = set()
    for origins, line in _lines_written(kernel, source, start):
        pairs += [(before, line) for step in origins.nodes if (before := ir.line_of(step)) is not None]
        if origins.is_guess:
            guessed.add(line)
    return [(before, line, "inferred" if line in guessed else kind) for before, line, kind in kinds_by_merging(pairs)]


def _has_guesses(kernel: KernelText) -> bool:
    return any(origins.is_guess for uses in kernel.uses for origins in uses if origins is not None)


def _methods(kernel: KernelText, built: BuiltKernel) -> list[str]:
    further = {BY_ORDER: _has_guesses(kernel), INDICES: built.syntax is TRITON, OF_TEMPLATE: bool(kernel.stands_for)}
    return [WRITTEN_FOR, *(method for method, is_used in further.items() if is_used)]


def _lines_written(kernel: KernelText, source: list[str], start: int) -> Iterator[tuple[Origins, int]]:
    offset = find_lines(source, kernel.text.split("\n"))
    if offset is None:
        return
    for uses in kernel.uses:
        for index, origins in enumerate(uses):
            if origins is not None and source[offset + index].strip():
                yield origins, start + offset + index + 1


def find_lines(text: list[str], part: list[str]) -> int | None:
    """How many lines of a text stand before a part of it that it holds once. Placeholders stand for any words."""
    while part and not part[-1].strip():
        part = part[:-1]
    skipped = 0
    while part and not part[0].strip():
        part, skipped = part[1:], skipped + 1
    found = [
        start
        for start in range(len(text) - len(part) + 1)
        if all(
            line == other
            or not (line.strip() or other.strip())  # Inductor empties lines of blanks
            or (_PLACEHOLDER in line and _matches(line, other))
            for line, other in zip(part, text[start : start + len(part)], strict=True)
        )
    ]
    return found[0] - skipped if len(found) == 1 and part else None


def _matches(line: str, other: str) -> bool:
    return re.fullmatch(r"\w+".join(re.escape(each) for each in re.split(r"Placeholder\.\w+", line)), other) is not None


def _definition(wrapper: list[str], name: str) -> int | None:
    """The line of the wrapper on which a kernel's literal opens: its source begins in this very line."""
    head = f"{name} = async_compile."
    for number, line in enumerate(wrapper):
        if line.startswith(head):
            return number
    return None


def _identity(journal: Journal, wrapped: Printed, built: BuiltKernel, source: list[str], defined: int) -> None:
    start, wrapper = find_lines(built.text.split("\n"), source), wrapped.graph.text.split("\n")
    if start is not None:
        edges = [
            (defined + index + 1, start + index + 1, "exact")
            for index, line in enumerate(source)
            if line.strip() and wrapper[defined + index : defined + index + 1] == [line]
        ]
        journal.map(wrapped.artifact, built.artifact, edges, method=SAME_TEXT)


def _calls(graph: Graph, wrapper: list[str]) -> list[Edge]:
    """Edges from nodes to the lines of the wrapper that call what computes them."""
    nodes = graph.texts["post-grad"].graph.nodes
    edges: list[tuple[int, int]] = []
    after: dict[str, int] = {}
    for call in graph.calls:
        pattern = re.compile(call.opening or rf"\s+(?:\w+ = )?{re.escape(call.name)}(?:\.run)?\(")
        line = next((at for at in range(after.get(call.name, 0), len(wrapper)) if pattern.match(wrapper[at])), None)
        if line is not None:
            after[call.name] = line + 1
            edges += [(nodes[node], line + 1) for node in call.nodes if node in nodes]
    return kinds_by_merging(edges)


def _lost_in_kernel(
    built: BuiltKernel, start: int, kernel: KernelText, mapped: set[int]
) -> list[tuple[Foreign, int, str]]:
    reasons: Counter[str] = Counter()
    text, source = built.text.split("\n"), built.source.split("\n")
    end, head = start + len(source), start + built.syntax.head_of(source) + 1
    for number, line in enumerate(text, 1):
        if number in mapped or (number == len(text) and not line):
            continue
        if not start < number <= end:
            reasons["Python binding around the kernel"] += 1
        elif not line.strip():
            reasons["empty line"] += 1
        elif kernel.is_template and not (number <= head and built.syntax.before_head):
            reasons["text of a template"] += 1
        else:
            reasons[built.syntax.why_lost(line, is_before_head=number <= head)] += 1
    return [("to", count, why) for why, count in reasons.most_common()]


def _lost_in_wrapper(wrapper: list[str], mapped: set[int]) -> list[tuple[Foreign, int, str]]:
    lost = sum(1 for number, line in enumerate(wrapper, 1) if number not in mapped and line.strip())
    empty = sum(1 for number, line in enumerate(wrapper[:-1], 1) if number not in mapped and not line.strip())
    found = [
        ("to", lost, "buffers, imports, loop control and other text around the steps"),
        ("to", empty, "empty line"),
    ]
    return [loss for loss in found if loss[1]]
