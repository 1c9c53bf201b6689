"""Adds the line maps that artifacts tell by themselves to a recording."""

from pathlib import Path

from chipward.artifacts.derive import derive_maps
from chipward.bundle.read import open_bundle
from chipward.bundle.spool import added_journal

DERIVED = 999_999_999  # the number of their journal
STOPPED = "You stopped the after-work while they were read out of the artifacts."


def add_derived_maps(folder: Path) -> None:
    """Read all artifacts, and write down how their lines lead to each other. Ctrl-C stops it, and the rest is kept."""
    journal = added_journal(folder, 0, DERIVED)
    try:
        with open_bundle(folder) as bundle:
            for derived in derive_maps(bundle.trace, bundle.text):
                losses = [(loss.side, loss.lines, loss.why) for loss in derived.losses]
                edges = ((edge.start, edge.end, edge.kind.value, edge.columns) for edge in derived.line_map)
                journal.map(derived.start, derived.end, edges, method=derived.method, losses=losses)
    except KeyboardInterrupt:
        journal.missing("Some of the line maps", STOPPED)
