"""The rail: an explainer's path in its strata, each stage with how the trace evidences it.

What was observed and is no stage of the path stands in the stratum of its kind, and is marked so.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.at_stage import kind_at
from chipward.artifacts.kinds import kind_of
from chipward.dataset.folder import Dataset
from chipward.dataset.tables import path_url
from chipward.model.artifact import Artifact, ArtifactId, Origin, UnitId
from chipward.model.explainer import Choice, Explainer, Path, Stage
from chipward.model.ids import StageId
from chipward.model.layer import Layer
from chipward.model.route import path_title, stages_on
from chipward.model.target import TargetId
from chipward.model.trace import NotSeen, Selection, Trace, Unit
from chipward.model.unit import CANDIDATE
from chipward.site.address import target_url
from chipward.site.traces.kernels import kernels_of
from chipward.site.traces.on_path import PROGRAM, OnPath
from chipward.site.traces.order import in_order
from chipward.site.traces.origins import WORDS
from chipward.site.traces.view import BandView, RailView, Status, StopView
from chipward.site.words import in_a_row, number

_DEVICES = {"cpu": "CPU", "cuda": "NVIDIA GPU", "rocm": "AMD GPU", "tpu": "TPU"}


@dataclass(frozen=True)
class Course:
    """A selection of the trace with the path that it means, where this chipward's data has one."""

    place: int  # among the selections
    selection: Selection
    explainer: Explainer | None
    path: Path | None

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The documented stages, in walking order."""
        return stages_on(self.explainer, self.path) if self.explainer and self.path else ()

    def stage_of(self, artifact: Artifact) -> StageId | None:
        """Where an artifact stands. The user's own files are recorded without a stage, before any tracer."""
        if artifact.stage is None and kind_of(artifact.kind).layer is Layer.YOUR_CODE:
            return next((stage.id for stage in self.stages if stage.layer is Layer.YOUR_CODE), None)
        return artifact.stage

    @property
    def title(self) -> str:
        """What was picked, in words where the data has them: torch.compile · CPU."""
        if self.explainer and self.path:
            return path_title(self.explainer, self.path)
        named = {option.id: option.name for choice in self._choices for option in choice.options}
        picked = [named.get(option, option) for option in self.selection.choices.values()]
        return " · ".join(picked) or self.selection.explainer

    @property
    def label(self) -> str:
        """The title, and what the code is for if the title does not say it: torch.compile · NVIDIA GPU, cuda:h100."""
        target = self.selection.target
        return self.title if target.lower() in self.title.lower() else f"{self.title}, {target}"

    @property
    def note(self) -> str | None:
        """A sentence, where the explainer is here and has no path for this."""
        if self.explainer is None or self.path is not None:
            return None
        device = _DEVICES.get(self.selection.target.partition(":")[0], self.selection.target)
        return f"The explainer documents no {device}: each text stands in the layer of its kind."

    @property
    def _choices(self) -> tuple[Choice, ...]:
        return self.explainer.choices if self.explainer else ()

    @property
    def url(self) -> str | None:
        """The page of the path."""
        return path_url(self.explainer, self.path) if self.explainer and self.path else None


def courses(trace: Trace, dataset: Dataset) -> tuple[Course, ...]:
    """Every selection of a trace, met with the data."""
    return tuple(_course(place, selection, dataset) for place, selection in enumerate(trace.selections))


def ways_of(trace: Trace, every: Sequence[Course]) -> tuple[str, ...]:
    """The paths of what ran, in words, and what else code was made for: torch.compile · CPU, also for cuda:h100.

    The program may have run on a GPU of this machine: its path is one of those then, beside that of the CPU.
    """
    taken = {unit.selection for unit in trace.units if unit.id != PROGRAM}
    gone = [course for course in every if course.place in taken]
    along = {unit.id: unit.selection for unit in trace.units if unit.id != PROGRAM}
    executed = {along.get(artifact.unit) for artifact in trace.artifacts if artifact.origin is Origin.EXECUTED}
    # The first one is where the program ran, whether or not it left a text there.
    here = {course.selection.target for course in gone if course.place in executed or course is gone[0]}
    ran = dict.fromkeys(course.title for course in gone if course.selection.target in here)
    beside = list(dict.fromkeys(course.selection.target for course in gone if course.selection.target not in here))
    return (*ran, *([f"also for {in_a_row(beside)}"] if beside else []))


def _course(place: int, selection: Selection, dataset: Dataset) -> Course:
    explainer = next((one for one in dataset.explainers if one.id == selection.explainer), None)
    paths = explainer.paths if explainer else ()
    path = next((one for one in paths if dict(one.selection) == dict(selection.choices)), None)
    return Course(place, selection, explainer, path)


def layers_of(trace: Trace, every: Sequence[Course]) -> Mapping[ArtifactId, Layer]:
    """The stratum of each artifact: that of its stage, else that of its kind."""
    course_of = {unit.id: every[unit.selection] for unit in trace.units if unit.selection < len(every)}
    return {artifact.id: _layer(artifact, course_of.get(artifact.unit)) for artifact in trace.artifacts}


def _layer(artifact: Artifact, course: Course | None) -> Layer:
    for stage in course.stages if course else ():
        if stage.id == artifact.stage:
            return stage.layer
    return kind_of(artifact.kind).layer


class Rails:
    """Draws the rails of one trace."""

    def __init__(self, trace: Trace, items: Callable[[Artifact], int | None], told: Collection[str]) -> None:
        self.trace = trace
        self.items = items  # how many items a text has, if that can be told without reading much
        self.told = told  # the targets of which a page tells
        self.kernels = kernels_of(trace)
        self.on_path = OnPath(trace)
        self.units: Mapping[UnitId, Unit] = {unit.id: unit for unit in trace.units}

    def rail(self, course: Course, link: Callable[[str], str | None]) -> RailView:
        """The rail of one path."""
        mine = [one for one in in_order(self.trace) if self.on_path.has(one, course.place)]
        named = {stage.id for stage in course.stages}
        at = {one.id: course.stage_of(one) for one in mine}
        standing = _standing([one for one in mine if self.on_path.is_own(one, course.place)])
        bands: dict[Layer, list[StopView]] = defaultdict(list)
        for stage in course.stages:
            href = link(f"{course.url}#{stage.id}")
            bands[stage.layer].append(
                self._stage(stage, course, [one for one in mine if at[one.id] == stage.id], href, standing)
            )
        for layer, stop in self._unnamed([one for one in mine if at[one.id] not in named], standing):
            bands[layer].append(stop)
        return RailView(
            title=course.title,
            label=course.label,
            standing=standing,
            note=course.note,
            framework=course.explainer.framework if course.explainer else course.selection.explainer,
            href=link(course.url) if course.url else None,
            target=course.selection.target,
            target_href=link(target_url(TargetId(target)))
            if (target := course.selection.target) in self.told
            else None,
            bands=tuple(
                BandView(layer=one, heading=one.heading, stops=tuple(bands[one])) for one in Layer if bands[one]
            ),
        )

    def _stage(
        self, stage: Stage, course: Course, seen: Sequence[Artifact], href: str | None, standing: str | None
    ) -> StopView:
        missing = [one for one in self.trace.missing if one.stage == stage.id and one.selection == course.place]
        status = _status(seen)
        return StopView(
            id=stage.id,
            name=stage.name,
            documented=True,
            status=status,
            count=self._count(seen),
            why=_why(status, seen, missing, standing),
            href=href,
            artifacts=tuple(one.id for one in seen),
        )

    def _unnamed(self, seen: Sequence[Artifact], standing: str | None) -> Iterator[tuple[Layer, StopView]]:
        by_kind: dict[str, list[Artifact]] = defaultdict(list)
        for artifact in seen:
            by_kind[artifact.kind].append(artifact)
        for name, artifacts in by_kind.items():
            kind = kind_at(artifacts[0])
            status = _status(artifacts)
            yield (
                kind.layer,
                StopView(
                    id=name,
                    name=kind.title,
                    documented=False,
                    status=status,
                    count=self._count(artifacts),
                    why=_why(status, artifacts, (), standing),
                    artifacts=tuple(one.id for one in artifacts),
                ),
            )

    def _count(self, artifacts: Sequence[Artifact]) -> str | None:
        if not artifacts:
            return None
        kernels, candidates = self._kernels(artifacts)
        if len(kernels) == 1 and len(candidates) > 1:
            return number(len(candidates), "candidate")
        if len(kernels) > 1 or (kernels and len(artifacts) > 1):
            return number(len(kernels), "kernel")
        if len(artifacts) > 1:
            return number(len(artifacts), "text")
        (artifact,) = artifacts
        items = self.items(artifact)
        if items is not None:
            return number(items, *kind_at(artifact).noun)
        return number(artifact.lines, "line") if artifact.lines is not None else number(artifact.bytes, "byte")

    def _kernels(self, artifacts: Sequence[Artifact]) -> tuple[set[UnitId], set[UnitId]]:
        """The kernels that texts are of, and the candidates for them."""
        units = [self.units[one.unit] for one in artifacts if one.unit in self.units]
        candidates = {unit.id for unit in units if unit.kind == CANDIDATE}
        owners = [(unit.kind == CANDIDATE and unit.parent) or unit.id for unit in units]
        return {self.kernels[one] for one in owners if one in self.kernels}, candidates


def _status(seen: Sequence[Artifact]) -> Status:
    if not seen:
        return Status.NOT_SEEN
    if all(one.cached for one in seen):
        return Status.CACHED
    return Status.SEEN if any(one.origin is Origin.EXECUTED for one in seen) else Status.NOT_RUN


def _standing(texts: Sequence[Artifact]) -> str | None:
    """Say of all texts of a path at once that they did not run; None where one did, or where they differ."""
    origins = {one.origin for one in texts}
    return WORDS[origins.pop()].sentence if len(origins) == 1 and Origin.EXECUTED not in origins else None


def _why(status: Status, seen: Sequence[Artifact], missing: Sequence[NotSeen], standing: str | None) -> str | None:
    told = [f"{_no_stop(one.what)}: {one.why}" for one in missing]
    if status is Status.NOT_RUN:
        how = [WORDS[origin].sentence for origin in dict.fromkeys(one.origin for one in seen)]
        told[:0] = [words for words in how if words != standing]  # the path says it once for all
    if status is Status.CACHED:
        told.insert(0, "A cache answered, so this stage did not work in this run.")
    if status is Status.NOT_SEEN and not told:
        told.append("The trace holds nothing of this stage, and no reason.")
    return " ".join(told) or None


def _no_stop(text: str) -> str:
    return text.removesuffix(".")
