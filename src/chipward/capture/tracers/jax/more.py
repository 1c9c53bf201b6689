"""Makes more of what JAX compiled for a chip that is not here, when somebody asks for it after the run."""

import os
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.lacking import lacking_for
from chipward.capture.tracers.jax.selections import platform_of
from chipward.capture.tracers.more import AGAIN, MADE, OPTIONS, PROGRAM, More
from chipward.capture.versions import version_of_package
from chipward.model.trace import Trace

TASK = "jax-more"
_FRAMEWORK = "jax"
_NOTHING = "The compiler writes down nothing of this sort for it."
_OTHER = (
    "the trace was recorded with JAX {}, and {} is here, which may make other code; install it first: pip install "
    '"jax=={}"'
)


class NothingWrittenError(Exception):
    """The compiler did its work, and told nothing of what was asked for."""


class JaxMore:
    """Compiles a program once more, in a room of its target."""

    @property
    def versions(self) -> Sequence[str]:
        """XLA comes with jaxlib."""
        return (version_of_package("jaxlib"),)

    def refuses(self, trace: Trace, target: str) -> str | None:
        """Say what is to be installed."""
        wanted = trace.environment.packages.get(_FRAMEWORK)
        try:
            here = version(_FRAMEWORK)
        except PackageNotFoundError:
            return f"JAX is not installed, which this takes: pip install jax=={wanted}"
        if wanted is not None and wanted != here:
            return _OTHER.format(wanted, here, wanted)
        return next((why for _, why in lacking_for((target,))), None)

    def leave(self, journal: Journal, facts: Mapping[str, str]) -> None:
        """Leave the task."""
        journal.task(TASK, room=f"{_FRAMEWORK}:{facts['target']}", **facts)


def make_more(facts: Mapping[str, Any], journal: Journal) -> None:
    """Do it. The process is used for this alone: libtpu is told once what to write down."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    target, kernel, kind = facts["target"], facts["kernel"], facts["kind"]
    program, options = (journal.folder / PROGRAM).read_text(), (journal.folder / OPTIONS).read_bytes()
    if platform_of(target) == "tpu":
        from chipward.capture.tracers.jax.tpu.more import remake as of_tpu  # noqa: PLC0415 -- one of the two

        hlo, text = of_tpu(target, program, options, kernel, kind)
    else:
        from chipward.capture.tracers.jax.gpu.remake import remake as of_gpu  # noqa: PLC0415 -- likewise
        from chipward.capture.tracers.jax.gpu.room import prepare  # noqa: PLC0415 -- likewise

        prepare(target)
        from chipward.capture.tracers.jax.kept_options import with_folders  # noqa: PLC0415 -- loads JAX

        hlo, text = of_gpu(target, program, with_folders(options), kernel, kind)
    if text is None:
        raise NothingWrittenError(_NOTHING)
    (journal.folder / AGAIN).write_text(hlo)
    (journal.folder / MADE).write_text(text)


MORE: More = JaxMore()
