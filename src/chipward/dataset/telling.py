"""One path as plain values, for programs that read JSON."""

from collections.abc import Iterable

from chipward.dataset.evidence import evidence_for
from chipward.dataset.folder import Dataset
from chipward.dataset.permalink import source_url
from chipward.dataset.tables import path_url
from chipward.model.explainer import Explainer, Path, Stage, Step
from chipward.model.ids import CitationId
from chipward.model.route import path_title, stages_on, steps_on


def path_value(dataset: Dataset, explainer: Explainer, path: Path) -> dict[str, object]:
    """Return a path with everything said on it, and the quotes for it."""

    def quotes(citations: Iterable[CitationId]) -> list[dict[str, object]]:
        return [quote_value(dataset, explainer, citation) for citation in citations]

    def stage_value(stage: Stage) -> dict[str, object]:
        value = stage.model_dump(mode="json", by_alias=True, exclude={"citations"})
        return value | {"citations": quotes(stage.citations)}

    def step_value(step: Step) -> dict[str, object]:
        value = step.model_dump(mode="json", by_alias=True, exclude={"citations"})
        return {"id": step.id} | value | {"citations": quotes(step.citations)}

    return {
        "explainer": explainer.slug,
        "version": explainer.version,
        "title": path_title(explainer, path),
        "selection": dict(path.selection),
        "url": path_url(explainer, path),
        "stages": [stage_value(stage) for stage in stages_on(explainer, path)],
        "steps": [step_value(step) for step in steps_on(explainer, path)],
    }


def quote_value(dataset: Dataset, explainer: Explainer, citation_id: CitationId) -> dict[str, object]:
    """Return a quote with where it stands and whether it was found there; a verdict of null says never checked."""
    citation = explainer.citation[citation_id]
    source = explainer.source[citation.source]
    evidence = evidence_for(dataset, explainer.id, citation)
    return {
        "id": citation.id,
        "exact": citation.exact,
        "source": source.title,
        "license": source.license,
        "url": source_url(source, citation.lines, citation.exact),
        "verdict": evidence.verdict if evidence else None,
        "checked": evidence.checked.isoformat() if evidence else None,
    }
