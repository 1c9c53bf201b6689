"""What was run, where, and how it ended: the facts of all journals, joined."""

from collections.abc import Iterable, Mapping, Sequence

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.order import natural
from chipward.bundle.spool import Written
from chipward.model.artifact import Artifact
from chipward.model.trace import Ending, Environment, Outcome, Program, ProgramFile

NOT_RECORDED = "not recorded"  # a run that was killed at once


def program_of(journals: Iterable[Written], ids: Ids, artifacts: Mapping[str, Artifact], lost: Lost) -> Program:
    """Say what was run, with the files that were kept of it."""
    facts = _joined("program", (written for written in journals if written.process == 0))
    bare = {"kind": "script", "entry": NOT_RECORDED, "directory": NOT_RECORDED}
    files = {
        (path, artifact): ProgramFile(path=path, artifact=artifacts[artifact].id)
        for written in journals
        for record in written.of("file")
        if isinstance(path := record.get("path"), str)
        and (artifact := ids.meaning(written.process, record.get("artifact"))) in artifacts
        and artifact is not None
    }
    told = tuple(files[key] for key in sorted(files, key=lambda key: (natural(key[0]), key[1])))
    with lost.attempt():
        return Program.model_validate(bare | facts | {"files": told})
    return Program.model_validate(bare | {"files": told})


def environment_of(journals: Iterable[Written], lost: Lost) -> Environment:
    """Say where it ran."""
    bare = {"system": NOT_RECORDED, "machine": NOT_RECORDED, "python": NOT_RECORDED}
    facts = _joined("environment", journals)
    with lost.attempt():
        return Environment.model_validate(bare | facts)
    return Environment.model_validate(bare)


def outcome_of(journals: Sequence[Written], lost: Lost) -> Outcome:
    """Say how it ended, and what of the recording was lost."""
    facts = _joined("outcome", (written for written in journals if written.process == 0))
    own = [str(facts.pop("note"))] if facts.get("note") else []
    kept: dict[str, object] = {
        "note": " ".join([*own, *lost.sentences(journals)]) or None,
        "processes": len({written.process for written in journals if written.part == 0}),
    }
    bare = {"ending": Ending.UNKNOWN}
    with lost.attempt():
        return Outcome.model_validate(bare | facts | kept)
    return Outcome.model_validate(bare | kept)


def _joined(type_: str, journals: Iterable[Written]) -> dict[str, object]:
    joined: dict[str, object] = {}
    for written in journals:
        for record in written.of(type_):
            facts = record.get("facts")
            for key, value in facts.items() if isinstance(facts, dict) else ():
                before = joined.get(key)
                if isinstance(value, dict) and isinstance(before, dict):
                    joined[key] = dict(sorted({**before, **value}.items()))
                else:
                    joined[key] = dict(sorted(value.items())) if isinstance(value, dict) else value
    return joined
