"""Line maps of all processes: edges of the same kind of knowledge between two texts are one map."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.map_file import edges_of, numbers
from chipward.bundle.spool import Record, Written
from chipward.model.artifact import Artifact
from chipward.model.lines import Edge, LineMap
from chipward.model.missing import Sentence
from chipward.model.trace import Loss, MapEntry, MapId

RECORD = "a record of a journal"

_METHOD = TypeAdapter(Sentence)

Ends = tuple[int, int, str]  # places of the two texts in the trace, and the method


@dataclass
class _Gathered:
    edges: list[Edge] = field(default_factory=list)
    losses: dict[Loss, None] = field(default_factory=dict)


def maps_of(
    journals: Iterable[Written], ids: Ids, artifacts: Mapping[str, Artifact], lost: Lost
) -> tuple[tuple[MapEntry, ...], dict[MapId, LineMap]]:
    """Make the maps, in the order of the artifacts that they join."""
    texts = {name: (place, artifact) for place, (name, artifact) in enumerate(artifacts.items())}
    gathered: dict[Ends, _Gathered] = {}
    for written in journals:
        for record in written.of("map"):
            with lost.attempt():
                start, end = (texts[str(ids.meaning(written.process, record[side]))] for side in ("start", "end"))
                if start != end:
                    _gather(gathered, record, start, end, lost)
    listed = tuple(artifacts.values())
    entries, maps = [], {}
    for number, ends in enumerate(sorted(gathered)):
        identity = MapId(str(number))
        found = gathered[ends]
        maps[identity] = LineMap.of(found.edges)
        losses = tuple(sorted(found.losses, key=lambda loss: (loss.side, loss.why, loss.lines)))
        first, last, method = ends
        entries.append(MapEntry.of(identity, listed[first], listed[last], maps[identity], method=method, losses=losses))
    return tuple(entries), maps


def _gather(
    gathered: dict[Ends, _Gathered], record: Record, start: tuple[int, Artifact], end: tuple[int, Artifact], lost: Lost
) -> None:
    spelled, losses = record["edges"], record["losses"]
    if not isinstance(spelled, dict) or not isinstance(losses, list):
        raise TypeError(spelled)
    starts, ends = (numbers(spelled.get(side), RECORD) for side in ("from", "to"))
    edges = edges_of(starts, ends, spelled, RECORD)
    within = [edge for edge in edges if edge.start <= (start[1].lines or 0) and edge.end <= (end[1].lines or 0)]
    told = [Loss.model_validate(dict(zip(("side", "lines", "why"), each, strict=True))) for each in losses]
    found = gathered.setdefault((start[0], end[0], _METHOD.validate_python(record["method"])), _Gathered())
    found.edges += within
    found.losses |= dict.fromkeys(told)
    lost.edges += len(edges) - len(within)
