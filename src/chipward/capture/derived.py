"""Adds the line maps that artifacts tell by themselves to a recording."""

from collections.abc import Callable
from pathlib import Path

from chipward.artifacts.derive import derive_maps
from chipward.bundle.journal import Journal
from chipward.bundle.read import Bundle, open_bundle
from chipward.bundle.spool import added_journal
from chipward.errors import ChipwardError
from chipward.model.artifact import ArtifactId

DERIVED = 999_999_999  # the number of their journal
STOPPED = "You stopped the after-work while they were read out of the artifacts."


def add_derived_maps(folder: Path) -> None:
    """Read all artifacts, and write down how their lines lead to each other. Ctrl-C stops it, and the rest is kept."""
    journal = added_journal(folder, 0, DERIVED)
    try:
        with open_bundle(folder) as bundle:
            for derived in derive_maps(bundle.trace, _reader(bundle, journal)):
                losses = [(loss.side, loss.lines, loss.why) for loss in derived.losses]
                edges = ((edge.start, edge.end, edge.kind.value, edge.columns) for edge in derived.line_map)
                journal.map(derived.start, derived.end, edges, method=derived.method, losses=losses)
    except KeyboardInterrupt:
        journal.missing("Some of the line maps", STOPPED)


def _reader(bundle: Bundle, journal: Journal) -> Callable[[ArtifactId], str]:
    def read(identity: ArtifactId) -> str:
        try:
            return bundle.text(identity)
        except ChipwardError:
            artifact = bundle.artifact(identity)
            what, why = f"The line maps of {artifact.title}", f"Its {artifact.bytes:,} bytes cannot be read as a whole."
            journal.missing(what, why, stage=artifact.stage, unit=artifact.unit)
            raise

    return read
