"""What was run, where, and how it ended: the facts of all journals, joined."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from pydantic import ValidationError

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.order import natural
from chipward.bundle.spool import Written
from chipward.model.artifact import Artifact
from chipward.model.frozen import Frozen
from chipward.model.trace import Ending, Environment, Outcome, Program, ProgramFile

Made = TypeVar("Made", bound=Frozen)

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
    return _made(Program, bare | facts | {"files": told}, bare | {"files": told}, lost)


def environment_of(journals: Iterable[Written], lost: Lost) -> Environment:
    """Say where it ran."""
    bare = {"system": NOT_RECORDED, "machine": NOT_RECORDED, "python": NOT_RECORDED}
    facts = _joined("environment", journals)
    return _made(Environment, bare | facts, bare, lost)


def outcome_of(journals: Sequence[Written], lost: Lost) -> Outcome:
    """Say how it ended, and what of the recording was lost."""
    facts = _joined("outcome", (written for written in journals if written.process == 0))
    own = [str(facts.pop("note"))] if facts.get("note") else []
    kept: dict[str, object] = {
        "note": " ".join([*own, *lost.sentences(journals)]) or None,
        "processes": len({written.process for written in journals if written.part == 0}),
    }
    bare = {"ending": Ending.UNKNOWN}
    return _made(Outcome, bare | facts | kept, bare | kept, lost)


def _made(model: type[Made], facts: Mapping[str, object], bare: Mapping[str, object], lost: Lost) -> Made:
    try:
        return model.model_validate(facts)
    except ValidationError as error:
        unusable = {str(each["loc"][0]) for each in error.errors() if each["loc"]}
    lost.records += len(unusable)
    return model.model_validate({**bare, **{key: facts[key] for key in facts.keys() - unusable}})


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
