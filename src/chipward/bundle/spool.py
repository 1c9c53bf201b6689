"""Reads the journals of a spool folder, whatever a kill or a full disk has left of them."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from chipward.bundle import limits
from chipward.bundle.journal import Journal, is_done
from chipward.errors import Misuse

_JOURNAL = re.compile(r"journal-(\d{1,9})(?:\.(\d{1,9}))?\.jsonl")
_SURROGATE = re.compile(r"[\ud800-\udfff]")

Record = dict[str, object]


@dataclass
class Written:
    """One journal: what a process saw, or what a part of the after-work added to it."""

    process: int
    part: int  # 0: the process itself
    records: list[Record] = field(default_factory=list)
    unreadable: int = 0  # lines that are no records

    def of(self, *types: str) -> Iterator[Record]:
        """Walk the records of some types, in the order in which they were written."""
        return (record for record in self.records if record["type"] in types)

    @property
    def parent(self) -> int:
        """The process that this one was forked from."""
        for record in self.of("process"):
            parent = record.get("parent")
            if isinstance(parent, int) and 0 <= parent < self.process:
                return parent
        return 0


@dataclass(frozen=True)
class Task:
    """Slow work that a traced program left for after it has ended."""

    process: int
    part: int
    name: str
    facts: Mapping[str, object]

    @property
    def room(self) -> str | None:
        """What the process that does it must have been given to, and to nothing else; None if that is all the same."""
        room = self.facts.get("room")
        return room if isinstance(room, str) else None

    def journal(self, folder: Path) -> Journal:
        """Open the journal for what the work brings. Ids mean what they mean in the process that left it."""
        return added_journal(folder, self.process, self.part)

    @property
    def key(self) -> str:
        """The same for the same work alone. Its part is not: work that fails no more leaves more than it did before."""
        return hashlib.sha256(json.dumps([self.name, self.facts], sort_keys=True).encode()).hexdigest()

    def is_done(self, folder: Path) -> bool:
        """Whether an earlier attempt came to its end: what it brought lies in its journal."""
        return is_done(_added(folder, self.process, self.part), self.key)


def added_journal(folder: Path, process: int, part: int) -> Journal:
    """Open the journal of something that is added after the run, without what an earlier attempt has left of it."""
    forget(folder, process, part)
    return Journal(folder, process=process, part=part)


def forget(folder: Path, process: int, part: int) -> None:
    """Take away what an earlier attempt has left of something that is added after the run."""
    _added(folder, process, part).unlink(missing_ok=True)


def _added(folder: Path, process: int, part: int) -> Path:
    return folder / f"journal-{process}.{part}.jsonl"


def read_journals(folder: Path) -> tuple[Written, ...]:
    """Read all journals, the program's first. Lines that are cut or broken are counted and left out."""
    try:
        found = sorted(
            (int(match[1]), int(match[2] or 0), path)
            for path in folder.iterdir()
            if (match := _JOURNAL.fullmatch(path.name)) and path.is_file()
        )
    except OSError as error:
        message = f"{folder}: cannot be read ({error.strerror}); name a folder that you may read"
        raise Misuse(message) from None
    if not found:
        message = f"{folder}: holds no journal, so it is not what a traced program leaves; name a .chipward file"
        raise Misuse(message)
    if len(found) > limits.JOURNALS:
        message = f"{folder}: holds {len(found):,} journals, and {limits.JOURNALS:,} are read; trace fewer processes"
        raise Misuse(message)
    return tuple(_read(path, Written(process, part)) for process, part, path in found)


def tasks(folder: Path, done: Collection[Task] = ()) -> tuple[Task, ...]:
    """Return the work that a traced program and its children have left, in a lasting order.

    With ``done``, all work that has been done since then, it is what that work has left in its turn.
    """
    found: list[Task] = []
    numbers: Counter[int] = Counter()
    parts = {(task.process, task.part) for task in done}
    for written in read_journals(folder):  # by their parts: work has a higher number than the work that left it
        for record in written.of("task") if not written.part or (written.process, written.part) in parts else ():
            name, facts = record.get("name"), record.get("facts")
            if isinstance(name, str) and isinstance(facts, dict):
                numbers[written.process] += 1
                found.append(Task(written.process, numbers[written.process], name, facts))
    return tuple(task for task in found if (task.process, task.part) not in parts)


def _read(path: Path, written: Written) -> Written:
    try:
        with path.open("rb") as file:
            while line := file.readline(limits.LINE):
                if line.strip():
                    _take(line, written)
    except OSError as error:
        message = f"{path}: cannot be read ({error.strerror}); make it a file that you may read"
        raise Misuse(message) from None
    return written


def _take(line: bytes, written: Written) -> None:
    try:
        record = _readable(json.loads(line))
    except (ValueError, RecursionError):
        written.unreadable += 1
        return
    if isinstance(record, dict) and isinstance(record.get("type"), str):
        written.records.append(record)
    else:
        written.unreadable += 1


def _readable(value: object) -> object:
    # A file's name may hold bytes that are no text; Python spells them as characters that no UTF-8 can hold.
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_readable(item) for item in value] if not _numbers(value) else value
    if isinstance(value, dict):
        return {str(_readable(key)): _readable(item) for key, item in value.items()}
    return value


def _numbers(value: list[object]) -> bool:
    return all(type(item) is int for item in value)
