"""A path as a drawing of characters: strata as rules, stages as dots, steps as arrows between them."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from chipward.dataset.evidence import evidence_for
from chipward.dataset.folder import Dataset
from chipward.model.citation import Citation, Source
from chipward.model.explainer import Explainer, Path, Stage, Step
from chipward.model.ids import CitationId, StageId
from chipward.model.layer import Layer
from chipward.model.missing import Missing
from chipward.model.route import path_title, stages_on, steps_on

UNDER_DOT = 4  # columns: text starts below the name of its stage


class Drawing:
    """Draws one path of one explainer."""

    def __init__(self, dataset: Dataset, explainer: Explainer, path: Path, *, verbose: bool) -> None:
        self._dataset = dataset
        self._explainer = explainer
        self._path = path
        self._verbose = verbose
        self._layer: Layer | None = None
        self._reached: set[StageId] = set()

    def lines(self) -> Iterator[RenderableType]:
        """Yield the drawing from top to bottom."""
        stages, steps = stages_on(self._explainer, self._path), steps_on(self._explainer, self._path)
        title = path_title(self._explainer, self._path)
        yield Text.assemble((self._explainer.framework, "bold"), f": {title}")
        yield Text(f"{len(stages)} stages, {len(steps)} steps", "dim")
        here = None
        for step in steps:
            if step.start != here:
                yield from self._stage(self._explainer.stage[step.start])
            yield from self._step(step)
            yield from self._stage(self._explainer.stage[step.end])
            here = step.end
        if self._verbose:
            for limit in self._explainer.limits:
                yield Text()
                yield Text.assemble(("Left out: ", "dim"), f"{limit.what}. {limit.why}")

    def _stage(self, stage: Stage) -> Iterator[RenderableType]:
        if stage.layer is not self._layer:
            yield Text()
            yield Rule(Text(stage.layer.heading, "dim"), align="left", characters="─", style="dim")
            self._layer = stage.layer
        if stage.id in self._reached:
            yield Text.assemble("  ○ ", stage.name, ("  as above", "dim"))
            return
        self._reached.add(stage.id)
        closed = ("  closed", "italic") if stage.closed else ""
        yield Text.assemble(("  ● ", "yellow"), (stage.name, "bold"), "  ", (stage.caption, "dim"), closed)
        if self._verbose:
            yield _under(Text(stage.summary))
            yield _under(Text.assemble(("takes ", "dim"), stage.takes))
            yield _under(Text.assemble(("gives ", "dim"), stage.gives))
            if isinstance(stage.written_in, Missing):
                yield _under(Text.assemble(("written in ", "dim"), f"nothing that can be told: {stage.written_in.why}"))
            else:
                names = ", ".join(self._dataset.atlas.node[node].name for node in stage.written_in.nodes)
                yield _under(Text.assemble(("written in ", "dim"), names))
            yield from self._quotes(stage.citations)

    def _step(self, step: Step) -> Iterator[RenderableType]:
        yield Text("  │", "yellow")
        yield Text.assemble(("  ▼ ", "yellow"), step.kind)
        if self._verbose:
            yield _under(Text(step.summary))
            yield from self._quotes(step.citations)

    def _quotes(self, citations: tuple[CitationId, ...]) -> Iterator[RenderableType]:
        for name in citations:
            citation = self._explainer.citation[name]
            source = self._explainer.source[citation.source]
            yield _under(Text(f"“{' '.join(citation.exact.split())}”", "italic"))
            yield _under(Text(f"{self._verdict(citation)} · {place(source, citation)}", "dim"))

    def _verdict(self, citation: Citation) -> str:
        evidence = evidence_for(self._dataset, self._explainer.id, citation)
        return f"{evidence.verdict} {evidence.checked}" if evidence else "not checked yet"


def draw(console: Console, dataset: Dataset, explainer: Explainer, path: Path, *, verbose: bool) -> None:
    """Print a path."""
    console.print(Group(*Drawing(dataset, explainer, path, verbose=verbose).lines()))


def place(source: Source, citation: Citation) -> str:
    """Say where a quote stands: ``pytorch/pytorch torch/_dynamo/guards.py:3-4``."""
    lines = "" if citation.lines is None else ":" + "-".join(str(line) for line in dict.fromkeys(citation.lines))
    if source.repository and source.path:
        return f"{source.repository} {source.path}{lines}"
    if source.release:
        return f"{source.release.package} {source.release.version} {source.release.path}{lines}"
    return f"{source.url}{lines}"


def _under(text: Text) -> RenderableType:
    return Padding(text, (0, 0, 0, UNDER_DOT), expand=False)
