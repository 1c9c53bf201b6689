"""Tells a comparison to a reader, and sums it up."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scripts.compare_with_gpu.comparing import ComparedGraph, ComparedKernel
from scripts.compare_with_gpu.table import Contradictions

Known = Mapping[bool | None, str]
SAME: Known = {True: "equal", False: "DIFFERENT", None: "not compared"}
_AMONG: Known = {True: "among the candidates made here", False: "NOT among the candidates made here", None: ""}


def told(graph: ComparedGraph) -> Iterator[str]:
    """Everything that was compared of a graph."""
    yield f"  {graph.graph}"
    for kernel in graph.kernels:
        yield from _kernel(kernel)
    for where, names in (("made here", graph.only_here), ("on the GPU", graph.only_there)):
        yield from (f"    {name}: ONLY {where}" for name in names)
    yield f"    launches: {SAME[graph.launches]} ({len(graph.launches_here)} here, {len(graph.launches_there)} there)"
    if not graph.launches:
        yield f"      here:  {', '.join(graph.launches_here)}"
        yield f"      there: {', '.join(graph.launches_there)}"
    for name, (reckoned, real) in graph.grids.items():
        yield f"    grid of {name}: {reckoned or 'known only at run time'} here, {real} there"
    yield f"    library calls: {SAME[graph.libraries]}"
    if not graph.libraries:
        yield f"      here:  {', '.join(graph.libraries_here)}"
        yield f"      there: {', '.join(graph.libraries_there)}"
    yield from (f"    the GPU also ran {name}" for name in graph.beside)


def _kernel(kernel: ComparedKernel) -> Iterator[str]:
    yield f"    {kernel.name}"
    yield f"      Triton {SAME[kernel.source]}, PTX {SAME[kernel.ptx]}, SASS {SAME[kernel.sass]}"
    if kernel.chosen is not None:
        yield f"      autotuning chose {kernel.chosen}, {_AMONG[kernel.is_candidate]}"
    yield from (f"        {line}" for line in kernel.diff)


def contradicted(contradictions: Contradictions) -> Iterator[str]:
    """The numbers of the table that the GPU contradicts."""
    if not contradictions:
        yield "The GPU agrees with every number of the table that it was compared with."
    for name, (table, real) in contradictions.items():
        yield f"The table says {name} {table}, and the GPU says {real}."


def summary(graphs: Sequence[ComparedGraph], failed: int) -> str:
    """One line with the counts."""
    kernels = [kernel for graph in graphs for kernel in graph.kernels]
    count = Counter[str]()
    for kernel in kernels:
        count.update(source=bool(kernel.source), ptx=bool(kernel.ptx), sass=bool(kernel.sass))
        count.update(chosen=kernel.chosen is not None, among=bool(kernel.is_candidate))
    here = sum(len(graph.only_here) for graph in graphs)
    there = sum(len(graph.only_there) for graph in graphs)
    launches, libraries = sum(graph.launches for graph in graphs), sum(graph.libraries for graph in graphs)
    return (
        f"{len(graphs)} graphs, {sum(graph.is_equal for graph in graphs)} equal in all; {len(kernels)} kernels on both "
        f"sides, {here} only here, {there} only on the GPU: {count['source']} equal in Triton, {count['ptx']} in PTX, "
        f"{count['sass']} in SASS; {count['among']} of {count['chosen']} choices among the candidates; launches equal "
        f"in {launches} graphs, library calls in {libraries}; {failed} graphs failed on the GPU"
    )
