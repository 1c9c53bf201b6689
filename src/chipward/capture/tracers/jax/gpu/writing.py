"""Keeps artifacts of a GPU that is not here: compiled, and not run."""

from collections.abc import Sequence

from chipward.capture.tracers.jax.work import Work
from chipward.capture.versions import version_of_package
from chipward.dataset.targets import find_gpu

COMPILED = "compiled"


def keep(  # noqa: PLR0913 -- an artifact has this many facts, and each is named at the call
    work: Work,
    unit: str,
    name: str,
    *,
    stage: str,
    kind: str,
    title: str,
    content: str | bytes,
    how: str,
    command: Sequence[str] = (),
    versions: Sequence[str] = (),
    made_from: str | None = None,
) -> str:
    """Keep one, and return its id. Without versions it is XLA's, which comes with jaxlib."""
    return work.journal.artifact(
        unit,
        name,
        stage=work.stage(stage),
        kind=kind,
        title=title,
        content=content,
        how=how_for(work, how),
        origin=COMPILED,
        command=command,
        versions=versions or (version_of_package("jaxlib"),),
        made_from=made_from,
        text=isinstance(content, str),
    )


def how_for(work: Work, how: str) -> str:
    """Say with it for which chip, and that nothing ran."""
    return f"{how}, for {find_gpu(work.target).name}, compiled here and not run"
