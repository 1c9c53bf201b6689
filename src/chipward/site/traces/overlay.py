"""Where the two halves meet: for each documented stage, the traces that observed it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.kinds import kind_of
from chipward.dataset.folder import Dataset
from chipward.model.artifact import Artifact
from chipward.model.ids import ExplainerId, StageId
from chipward.model.layer import Layer
from chipward.model.lines import EdgeKind
from chipward.model.trace import MapEntry
from chipward.site.traces.address import trace_url
from chipward.site.traces.entry import entry_file
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.homes import Home, home_of
from chipward.site.traces.naming import artifact_title, title_of
from chipward.site.traces.on_path import OnPath
from chipward.site.traces.rail import Course, courses


@dataclass(frozen=True)
class Sighting:
    """A trace that holds something of a stage."""

    words: str  # what it wrote for softmax.py, line 7
    route: str  # torch.compile · NVIDIA GPU, cuda:h100
    address: str  # of the path: compile/cpu
    url: str  # the viewer, open at the place
    known: float  # the part of the text that is mapped, where it is known to come from the file that was run


_HOW_IT_WAS_MADE = {"build-command"}  # no line of a program leads to such a text

# Where a stage leaves a text of its own. Elsewhere the text tells what it did.
_WRITE = {Layer.GRAPH_IR, Layer.COMPILER, Layer.KERNELS}

Sightings = Mapping[ExplainerId, Mapping[StageId, tuple[Sighting, ...]]]


@dataclass(frozen=True)
class Absence:
    """Why no trace of a path holds anything of a stage."""

    words: str  # What the GPU did with the instructions: there is no GPU here
    route: str  # torch.compile · NVIDIA GPU, cuda:h100
    address: str  # of the path: compile/nvidia-gpu
    trace: str  # mlp.py
    url: str  # the viewer, where it tells what was not seen


Absences = Mapping[ExplainerId, Mapping[StageId, tuple[Absence, ...]]]


def sightings(every: Iterable[Exhibit], dataset: Dataset) -> Sightings:
    """All of them, by explainer and stage: path by path in turn, on each those that say most first."""
    found: dict[ExplainerId, dict[StageId, list[Sighting]]] = defaultdict(lambda: defaultdict(list))
    for exhibit in every:
        told: set[tuple[ExplainerId, str, StageId]] = set()  # a path that is taken for two targets is told of once
        for course in courses(exhibit.trace, dataset):
            if course.explainer and course.path:
                for stage, texts in _by_stage(exhibit, course).items():
                    place = (course.explainer.id, course.path.address, stage)
                    if place not in told:
                        told.add(place)
                        sighting = _sighting(exhibit, course, course.path.address, texts)
                        found[course.explainer.id][stage].append(sighting)
    return {explainer: {stage: _in_turn(told) for stage, told in stages.items()} for explainer, stages in found.items()}


def _in_turn(told: Sequence[Sighting]) -> tuple[Sighting, ...]:
    # A panel shows a few of these at once: those of the path that is read, then these in turn.
    met: Counter[str] = Counter()
    turns: list[tuple[int, Sighting]] = []
    for one in sorted(told, key=lambda one: -one.known):
        turns.append((met[one.address], one))
        met[one.address] += 1
    return tuple(one for _, one in sorted(turns, key=lambda turn: turn[0]))


def absences(every: Iterable[Exhibit], dataset: Dataset, seen: Sightings) -> Absences:
    """For each stage of a path that traces went along and that none of them holds: why, in the words of the first."""
    found: dict[ExplainerId, dict[StageId, dict[str, Absence]]] = defaultdict(lambda: defaultdict(dict))
    for exhibit in every:
        for course in courses(exhibit.trace, dataset):
            if course.explainer is None or course.path is None:
                continue
            address = course.path.address
            for one in exhibit.trace.missing:
                sighted = seen.get(course.explainer.id, {}).get(one.stage, ()) if one.stage else ()
                if one.selection == course.place and one.stage and address not in {each.address for each in sighted}:
                    absence = Absence(
                        words=f"{one.what.removesuffix('.')}: {one.why}",
                        route=course.label,
                        address=address,
                        trace=title_of(exhibit.trace),
                        url=f"{trace_url(exhibit.slug)}#missing_",
                    )
                    found[course.explainer.id][one.stage].setdefault(address, absence)
    return {
        explainer: {stage: tuple(told.values()) for stage, told in stages.items()}
        for explainer, stages in found.items()
    }


def _by_stage(exhibit: Exhibit, course: Course) -> Mapping[StageId, Sequence[Artifact]]:
    found: dict[StageId, list[Artifact]] = defaultdict(list)
    on_path = exhibit.once(_on_path)
    for artifact in exhibit.texts:
        stage = course.stage_of(artifact)
        if artifact.lines and stage and on_path.has(artifact, course.place):
            found[stage].append(artifact)
    return found


def _on_path(exhibit: Exhibit) -> OnPath:
    return OnPath(exhibit.trace)


def _sighting(exhibit: Exhibit, course: Course, address: str, texts: Sequence[Artifact]) -> Sighting:
    artifact, home = _most_telling(exhibit, texts)
    is_own = entry_file(exhibit.trace.program) in {artifact.id, home and home.artifact}
    return Sighting(
        words=_words(exhibit, artifact, home),
        route=course.label,
        address=address,
        url=_url(exhibit, artifact, home),
        known=_mapped(exhibit, artifact)[0] if is_own else 0,
    )


def _most_telling(exhibit: Exhibit, texts: Sequence[Artifact]) -> tuple[Artifact, Home | None]:
    """The best mapped text of a stage that came from the file that was run, else from a library, else any."""
    entry = entry_file(exhibit.trace.program)
    for artifact in texts:
        if artifact.id == entry:
            return artifact, None
    told = [one for one in texts if one.kind not in _HOW_IT_WAS_MADE] or texts
    told = [one for one in told if not kind_of(one.kind).turn] or told  # a report only tells of what was written
    ranked = sorted(told, key=lambda one: _mapped(exhibit, one), reverse=True)
    elsewhere: tuple[Artifact, Home] | None = None
    for artifact in ranked:
        home = home_of(exhibit, artifact.id)
        if home and home.artifact == entry:
            return artifact, home
        if home and elsewhere is None:
            elsewhere = artifact, home
    return elsewhere or (ranked[0], None)


def _mapped(exhibit: Exhibit, artifact: Artifact) -> tuple[float, int]:
    """How well one map covers a text: which part of its lines, and how many. A map of guesses counts half."""
    lines = artifact.lines or 1
    if kind_of(artifact.kind).layer is Layer.YOUR_CODE:  # nothing leads to a source: what became of it counts
        below = (entry for entry in exhibit.trace.maps if entry.start == artifact.id)
        ways = [(entry.start_mapped, entry) for entry in below]
    else:
        ways = [(entry.end_mapped, entry) for entry in exhibit.above.get(artifact.id, ())]
    return max(((mapped / lines * _trust(entry), mapped) for mapped, entry in ways), default=(0, 0))


def _trust(entry: MapEntry) -> float:
    return 0.5 if set(entry.kinds) <= {EdgeKind.INFERRED, EdgeKind.UNIT} else 1


def _words(exhibit: Exhibit, artifact: Artifact, home: Home | None) -> str:
    title = title_of(exhibit.trace)
    layer = kind_of(artifact.kind).layer
    if layer is Layer.YOUR_CODE:
        return f"{artifact_title(exhibit, artifact)}, as it was run"
    done = f"what it {'wrote' if layer in _WRITE else 'did'} for"
    if home is None:
        return f"{done} {title}"
    if home.artifact == entry_file(exhibit.trace.program):
        return f"{done} {title}, line {home.line}"
    library = artifact_title(exhibit, exhibit.artifact[home.artifact])
    return f"{done} {library}, line {home.line}, in the run of {title}"


def _url(exhibit: Exhibit, artifact: Artifact, home: Home | None) -> str:
    panes = [*([home.artifact] if home else []), artifact.id]
    at = f"&at={home.artifact}:{home.line}" if home else ""
    return f"{trace_url(exhibit.slug)}#open={','.join(dict.fromkeys(panes))}{at}"
