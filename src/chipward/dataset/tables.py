"""What the data adds up to. Every number and every table on a page or in the terminal comes from here."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chipward.dataset.evidence import evidence_for
from chipward.dataset.folder import Dataset
from chipward.model.citation import Source
from chipward.model.evidence import Verdict
from chipward.model.explainer import Explainer, Path
from chipward.model.ids import ChoiceId, NodeId, OptionId
from chipward.model.route import path_title, stages_on


@dataclass(frozen=True)
class PathRow:
    """One path of one explainer."""

    explainer: str  # its slug
    framework: str
    title: str  # torch.compile · NVIDIA GPU
    selection: Mapping[ChoiceId, OptionId]
    stages: int
    steps: int
    url: str  # below the address of the site

    @property
    def value(self) -> Mapping[str, object]:
        """The row as JSON tells it, on the site and in the terminal."""
        return {
            "explainer": self.explainer,
            "selection": dict(self.selection),
            "stages": self.stages,
            "steps": self.steps,
            "url": self.url,
        }


@dataclass(frozen=True)
class ToolRow:
    """One tool, and the explainers that have a stage for it."""

    tool: NodeId
    name: str
    explainers: tuple[str, ...]  # slugs
    roles: Mapping[str, tuple[str, ...]]  # what it is there, by slug: CUDA as the driver is not CUDA C++

    @property
    def value(self) -> Mapping[str, object]:
        """The row as JSON tells it, on the site and in the terminal."""
        return {"tool": self.tool, "name": self.name, "explainers": list(self.explainers)}


@dataclass(frozen=True)
class Counts:
    """How much an explainer says, and on what ground."""

    stages: int
    steps: int
    paths: int
    quotes: int
    documents: int  # texts that quotes are taken from
    projects: int  # repositories, packages or publishers behind those texts
    verdicts: Mapping[Verdict, int]  # a quote that was never checked is in none


def path_url(explainer: Explainer, path: Path) -> str:
    """Return where a path's page lies: ``/explainers/pytorch/compile/nvidia-gpu/``."""
    return f"/explainers/{explainer.slug}/{path.address}/"


def every_path(dataset: Dataset) -> tuple[PathRow, ...]:
    """List the paths of all explainers, in the order of the files."""
    return tuple(
        PathRow(
            explainer.slug,
            explainer.framework,
            path_title(explainer, path),
            path.selection,
            len(stages_on(explainer, path)),
            len(path.steps),
            path_url(explainer, path),
        )
        for explainer in dataset.explainers
        for path in explainer.paths
    )


def shared_tools(dataset: Dataset) -> tuple[ToolRow, ...]:
    """List the tools that stages stand for, the most shared first, then by name."""
    roles: dict[NodeId, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for explainer in dataset.explainers:
        for stage in explainer.stages:
            if stage.atlas and stage.atlas.role not in roles[stage.atlas.node][explainer.slug]:
                roles[stage.atlas.node][explainer.slug].append(stage.atlas.role)
    rows = (
        ToolRow(
            tool,
            dataset.atlas.node[tool].name,
            tuple(found),
            {slug: tuple(told) for slug, told in found.items()},
        )
        for tool, found in roles.items()
    )
    return tuple(sorted(rows, key=lambda row: (-len(row.explainers), row.name.casefold(), row.tool)))


def counts(explainer: Explainer, dataset: Dataset | None = None) -> Counts:
    """Count what an explainer holds; with its dataset, also the verdicts on its quotes."""
    found = (evidence_for(dataset, explainer.id, citation) for citation in explainer.citations) if dataset else ()
    tally = Counter(evidence.verdict for evidence in found if evidence)
    return Counts(
        stages=len(explainer.stages),
        steps=len(explainer.steps),
        paths=len(explainer.paths),
        quotes=len(explainer.citations),
        documents=documents_in(explainer.sources),
        projects=projects_in(explainer.sources),
        verdicts={verdict: tally[verdict] for verdict in Verdict},
    )


def documents_in(sources: Iterable[Source]) -> int:
    """Count the texts behind sources. Two data files may quote one text, each by a source of its own."""
    return len(
        {(each.repository, each.revision, each.path) if each.path else each.release or each.url for each in sources}
    )


def projects_in(sources: Iterable[Source]) -> int:
    """Count the repositories behind sources, and the publishers of what is in none."""
    return len({each.repository or each.publisher for each in sources})
