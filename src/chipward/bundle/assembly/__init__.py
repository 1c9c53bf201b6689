"""Makes a trace of journals: joins what processes and after-work wrote, and leaves out what means nothing.

The result depends on what was written, not on which thread or task wrote first, as far as ids tell things apart.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from chipward import __version__
from chipward.bundle.assembly.artifacts import Blobs, artifacts_of, in_order
from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.maps import maps_of
from chipward.bundle.assembly.order import in_tree_order
from chipward.bundle.assembly.run import environment_of, outcome_of, program_of
from chipward.bundle.assembly.selections import Selections
from chipward.bundle.assembly.told import findings_of, missing_of, placed, told_once
from chipward.bundle.assembly.units import units_of
from chipward.bundle.spool import read_journals
from chipward.model.lines import LineMap
from chipward.model.trace import MapId, Trace

SCHEMA = "urn:chipward:schema:trace:1"


@dataclass(frozen=True)
class Assembled:
    """A trace, and its line maps by id. The bytes of artifacts lie in the spool folder, under their hash."""

    trace: Trace
    maps: Mapping[MapId, LineMap]


def assemble(
    folder: Path, suffixes: Mapping[str, str] | None = None, damaged: AbstractSet[str] = frozenset()
) -> Assembled:
    """Make a trace of a spool folder.

    Args:
        folder: what a traced program left.
        suffixes: how the file of an artifact of a kind ends: ``{"cpp-kernel": "cpp"}``.
        damaged: hashes of blobs whose bytes are not what they should be.
    """
    journals = read_journals(folder)
    lost = Lost()
    ids = Ids(journals)
    selections = Selections(journals)
    units = units_of(journals, ids, selections, lost)
    units = {unit.id: unit for unit in in_tree_order(units)}
    kept, gone = artifacts_of(journals, ids, units, Blobs(folder, damaged, suffixes or {}), lost)
    artifacts = in_order(kept, units)
    units = placed(journals, ids, units, artifacts)
    entries, maps = maps_of(journals, ids, artifacts, lost)
    findings = findings_of(journals, ids, units, artifacts, lost)
    missing = told_once([*gone, *missing_of(journals, ids, units, selections, lost)], units)
    program = program_of(journals, ids, artifacts, lost)
    environment = environment_of(journals, lost)
    trace = Trace(
        json_schema=SCHEMA,
        chipward=__version__,
        program=program,
        environment=environment,
        outcome=outcome_of(journals, lost),
        selections=selections.all,
        units=tuple(units.values()),
        artifacts=tuple(artifacts.values()),
        maps=entries,
        findings=findings,
        missing=missing,
    )
    return Assembled(trace, maps)
