"""From the module that Inductor wrote to the kernels whose source it holds, line by line."""

from collections.abc import Iterator

from chipward.artifacts.derivations.view import Derived, View
from chipward.artifacts.kinds import cpp_kernel, inductor_wrapper
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss

METHOD = "The same text, line for line"
_OPENS, _CLOSES = "r'''", "''')"


def derive(view: View) -> Iterator[Derived]:
    """One map for each kernel whose source stands in a wrapper."""
    kernels: dict[ArtifactId, list[Artifact]] = {}
    for kernel, kind in view.texts.values():
        if kind.id == cpp_kernel.KIND.id:
            for wrapper in _wrappers(view, kernel):
                kernels.setdefault(wrapper, []).append(kernel)
    for wrapper, near in kernels.items():
        literals = tuple(_literals(view.read_text(wrapper)))
        for kernel in near:
            line_map = _same_lines(literals, view.read_text(kernel.id))
            if line_map.edges:
                rest = (kernel.lines or 0) - len(line_map.ends)
                losses = (Loss(side="to", lines=rest, why="added around the kernel"),) if rest > 0 else ()
                yield Derived(wrapper, kernel.id, line_map, METHOD, losses)


def _wrappers(view: View, kernel: Artifact) -> Iterator[ArtifactId]:
    # Of the graph that the kernel belongs to, where nothing was recorded between the two.
    for unit in view.enclosing(kernel.unit):
        for artifact, kind in view.of_unit(unit.id):
            if kind.id == inductor_wrapper.KIND.id and not view.joined(artifact.id, kernel.id):
                yield artifact.id


def _literals(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    # e.g. "cpp_fused_relu_0 = async_compile.cpp_pybinding(['float*'], r'''", up to "''')".
    start, lines = 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        if start and line.startswith(_CLOSES):
            yield start, tuple(lines)
            start = 0
        elif start:
            lines.append(line)
        elif line.endswith(_OPENS) and "async_compile." in line:
            start, lines = number + 1, []


def _same_lines(literals: tuple[tuple[int, tuple[str, ...]], ...], kernel: str) -> LineMap:
    text = f"\n{kernel}"
    edges = []
    for start, lines in literals:
        place = text.find("\n" + "\n".join(lines) + "\n") if lines else -1
        if place >= 0:
            first = text.count("\n", 0, place) + 1
            edges += [Edge(start + at, first + at, EdgeKind.EXACT) for at, line in enumerate(lines) if line.strip()]
    return LineMap.of(edges)
