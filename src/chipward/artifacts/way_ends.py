"""Where the way of a line ends before a kernel of its own, and what the trace itself says of it. Nothing is guessed."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from chipward.artifacts.kinds import inductor_wrapper, kind_of
from chipward.artifacts.line_graph import Reached
from chipward.model.artifact import Artifact, ArtifactId, UnitId
from chipward.model.ids import StageId
from chipward.model.layer import Layer
from chipward.model.trace import Finding, Loss, MapEntry, NotSeen, Trace

_LIBRARY = "extern-call"  # the kind of a finding that a wrapper calls what a library brings
_PROGRAM = "program"  # the unit that holds the program's own files: it lies on no path
_CALL = re.compile(r"\s*(?:\w+ = )?(?P<name>[A-Za-z_][\w.]*)\(")
_WORD = re.compile(r"[\w:.]+")


@dataclass(frozen=True)
class LibraryCall:
    """A line that calls what a library brings: the compiler has written no kernel for it."""

    artifact: ArtifactId
    line: int
    name: str  # extern_kernels.addmm
    finding: Finding


def library_calls(
    trace: Trace, reached: Mapping[ArtifactId, Reached], read_text: Callable[[ArtifactId], str]
) -> Iterator[LibraryCall]:
    """The lines among those reached that call into a library, as the findings of their unit say."""
    told = [(one, one.evidence) for one in trace.findings if one.kind == _LIBRARY and one.evidence]
    for artifact in trace.artifacts:
        here = [(finding, place.line) for finding, place in told if place.artifact == artifact.id]
        if not here or artifact.id not in reached or artifact.kind != inductor_wrapper.KIND.id:
            continue
        lines = read_text(artifact.id).split("\n")
        names = {_called(lines[line - 1]): finding for finding, line in here if line <= len(lines)}
        for line in reached[artifact.id].lines:
            name = _called(lines[line - 1])
            if name and name in names:
                yield LibraryCall(artifact.id, line, name, names[name])


def _called(line: str) -> str:
    found = _CALL.match(line)
    return found["name"] if found else ""


def is_deep(artifact: Artifact) -> bool:
    """Whether a text is a kernel, or what became of one."""
    return kind_of(artifact.kind).layer.depth >= Layer.KERNELS.depth


def reaches_code(trace: Trace, reached: Mapping[ArtifactId, Reached]) -> bool:
    """Whether a way leads as far as a kernel."""
    return any(artifact.id in reached and is_deep(artifact) for artifact in trace.artifacts)


def losses_after(trace: Trace, reached: Mapping[ArtifactId, Reached]) -> Iterator[tuple[MapEntry, Loss]]:
    """What the maps that lead on from these texts, but not from these lines, say of lines that lead nowhere."""
    for entry in trace.maps:
        if entry.start in reached and entry.end not in reached:
            yield from ((entry, loss) for loss in entry.losses if loss.side == "from")


def unseen_by_name(
    trace: Trace, reached: Mapping[ArtifactId, Reached], read_text: Callable[[ArtifactId], str]
) -> Iterator[NotSeen]:
    """What the trace says is missing of operators and functions by name, if one of them stands on the lines."""
    there = [artifact for artifact in trace.artifacts if artifact.id in reached]
    units = _with_enclosing(trace, {artifact.unit for artifact in there})
    named = [(one, _names(one.what)) for one in trace.missing if one.unit is None or one.unit in units]
    sought = set().union(*(names for _, names in named))
    standing = set(
        chain.from_iterable(_those_on(artifact, reached[artifact.id], read_text, sought) for artifact in there)
    )
    yield from (one for one, names in named if not standing.isdisjoint(names))


def unseen_below(
    trace: Trace, reached: Mapping[ArtifactId, Reached], kernels: Collection[tuple[int, StageId]]
) -> Iterator[NotSeen]:
    """What the trace says is missing of a stage of kernels that was not reached, on a path that was gone.

    A stage of kernels is told by its path, a place in the trace's selections, and its id.
    """
    there = [artifact for artifact in trace.artifacts if artifact.id in reached]
    units = _with_enclosing(trace, {artifact.unit for artifact in there})
    gone = {unit.id: unit.selection for unit in trace.units if unit.id in units and unit.id != _PROGRAM}
    seen = {(gone[artifact.unit], artifact.stage) for artifact in there if artifact.unit in gone and artifact.stage}
    below = {stage for stage in kernels if stage[0] in gone.values()} - seen
    for one in trace.missing:
        is_general = not _names(one.what) and (one.unit is None or one.unit in units)
        if is_general and one.stage is not None and (one.selection, one.stage) in below:
            yield one


def _names(text: str) -> set[str]:
    """The names of operators and functions in a text: aten::add_.Tensor, mkl_blas_avx512_sgemm_kernel_0."""
    words = (word.strip(":.") for word in _WORD.findall(text))
    return {word for word in words if "::" in word or "_" in word}


def _those_on(
    artifact: Artifact, found: Reached, read_text: Callable[[ArtifactId], str], sought: Collection[str]
) -> Iterator[str]:
    text = read_text(artifact.id)
    within = [name for name in sought if name in text]  # few texts hold one, and taking lines apart is slow
    if not within:
        return
    lines = text.split("\n")
    for line in found.lines:
        if any(name in lines[line - 1] for name in within):
            yield from _names(lines[line - 1]).intersection(within)


def _with_enclosing(trace: Trace, units: set[UnitId]) -> set[UnitId]:
    parents = {unit.id: unit.parent for unit in trace.units}
    found: set[UnitId] = set()
    left = list(units)
    while left:
        unit = left.pop()
        if unit not in found:
            found.add(unit)
            if (parent := parents.get(unit)) is not None:
                left.append(parent)
    return found
