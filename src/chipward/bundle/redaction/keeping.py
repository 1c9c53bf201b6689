"""What of a trace still holds when some artifacts are gone, and lines of others have changed."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from chipward.model.artifact import Artifact, ArtifactId, Place
from chipward.model.trace import Trace

Changed = Mapping[ArtifactId, AbstractSet[int]]  # lines of artifacts


def with_artifacts(trace: Trace, artifacts: tuple[Artifact, ...], changed: Changed) -> Trace:
    """Return the trace with these artifacts alone: nothing points to others, nor to columns of changed lines."""
    there = {artifact.id for artifact in artifacts}

    def held(place: Place | None) -> Place | None:
        if place is None or place.artifact not in there:
            return None
        return place.model_copy(update={"columns": None}) if place.line in changed[place.artifact] else place

    return trace.model_copy(
        update={
            "program": trace.program.model_copy(
                update={"files": tuple(file for file in trace.program.files if file.artifact in there)}
            ),
            "units": tuple(unit.model_copy(update={"place": held(unit.place)}) for unit in trace.units),
            "artifacts": tuple(
                each if each.made_from in there else each.model_copy(update={"made_from": None}) for each in artifacts
            ),
            "maps": tuple(entry for entry in trace.maps if entry.start in there and entry.end in there),
            "findings": tuple(
                each.model_copy(update={"place": held(each.place), "evidence": held(each.evidence)})
                for each in trace.findings
            ),
        }
    )
