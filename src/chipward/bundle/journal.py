"""The journal: a traced program writes down what it sees, one JSON record a line, as it happens.

It runs inside somebody's program. So: standard library only, no file kept open, no lock across a fork, and a disk
that is full or forbidden ends the recording, never the program. A killed program leaves all lines but the last whole.

    spool/journal-0.jsonl      what the process saw that began the recording
    spool/journal-0.0.jsonl    what the program saw, if that was another one
    spool/journal-0.3.jsonl    what after-work number 3 added to it
    spool/journal-1.jsonl      what its first child saw
    spool/blobs/<sha256>       the bytes that records speak of
"""

import json
import linecache
import os
import stat
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from chipward.bundle.content import Blobs, Content
from chipward.bundle.edges import columns_of
from chipward.bundle.naming import Namesakes, clean

PROGRAM = "program"  # the unit that holds the program's own files; all processes share it
RESERVE = 4096  # bytes set aside at the start, so that a full disk leaves room to say that it is full

_DONE = "done"

Place = tuple[str, int] | tuple[str, int, tuple[int, int] | None]
Record = dict[str, object]


class Journal:
    """Writes records into a spool folder. Every method may be called from any thread, and after a fork.

    Without ``process`` it takes the next free number: 0 is the program, later ones are its children. With
    ``process`` and ``part`` it adds to what that process saw.
    """

    def __init__(self, folder: Path, *, process: int | None = None, part: int = 0) -> None:
        self._folder = Path(folder).absolute()
        self._directory = Path.cwd()  # a program may change it before a relative path of its code is read
        self._blobs = Blobs(self._folder / "blobs")
        self._lock = threading.RLock()  # a signal handler may record while a record is being written
        self._names = Namesakes()
        self._sources: dict[str, str | None] = {}
        self._parent: int | None = None
        self._file: Path | None = None
        self.process: int | None = process
        self.trouble: str | None = None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._take_file(part)
        except OSError as error:
            self._stop(error)
        os.register_at_fork(after_in_child=_Reopening(self))

    @property
    def folder(self) -> Path:
        """The spool folder."""
        return self._folder

    def program(self, **facts: object) -> None:
        """Say what is run: ``kind``, ``entry``, ``arguments``, ``directory``."""
        self._write("program", facts=facts)

    def environment(self, **facts: object) -> None:
        """Say where it runs. Later facts join earlier ones; those of a mapping (``packages``) join one by one."""
        self._write("environment", facts=facts)

    def outcome(self, **facts: object) -> None:
        """Say how it ended: ``ending``, ``exit_code``, ``signal``, ``note``, ``started``, ``seconds``."""
        self._write("outcome", facts=facts)

    def unit(  # noqa: PLR0913 -- a unit has this many facts, and each is named at the call
        self,
        id: str,  # noqa: A002 -- its name in the model
        *,
        name: str,
        kind: str,
        parent: str | None = None,
        selection: Mapping[str, object] | None = None,
        place: Place | None = None,
        note: str | None = None,
    ) -> str:
        """Begin a unit and return its id. Without a selection it goes along its parent's path."""
        facts: Record = {"name": name, "kind": kind, "parent": parent, "selection": selection}
        facts |= {"place": place, "note": note}
        with self._lock:
            unit, is_new = self._names.name(clean(id), _spell(facts))
            if is_new:
                self._write("unit", id=unit, **facts)
        return unit

    def along(self, unit: str, selection: Mapping[str, object]) -> None:
        """Say, now that it is known, along which path a unit goes, and all below it that names none of its own."""
        self._write("along", unit=unit, selection=selection)

    def seen(self, unit: str, times: int = 1, *, seconds: float | None = None) -> None:
        """Count a unit: its count is the sum of these, or one if it is never counted."""
        self._write("seen", unit=unit, times=times, seconds=seconds)

    def artifact(  # noqa: PLR0913 -- an artifact has this many facts, and each is named at the call
        self,
        unit: str,
        name: str,
        *,
        stage: str | None,
        kind: str,
        title: str,
        content: Content,
        how: str,
        origin: str = "executed",
        command: Sequence[str] = (),
        versions: Sequence[str] = (),
        made_from: str | None = None,
        cached: bool = False,
        text: bool | None = None,
    ) -> str:
        """Keep what a stage made and return its id. A path is copied as it stands now.

        ``text`` says whether bytes are a text; None leaves that to their looks.
        """
        wanted = f"{unit}/{clean(name)}"
        if self.trouble is not None:
            return wanted
        try:
            kept = self._blobs.keep(content, text=text)
        except OSError as error:
            if isinstance(content, Path) and error.filename == str(content):
                self.missing(title, f"{content.name} could not be read ({error.strerror})", stage=stage, unit=unit)
            else:
                self._stop(error)
            return wanted
        facts: Record = {"stage": stage, "kind": kind, "title": title, "origin": origin, "how": how}
        facts |= {"command": list(command), "versions": list(versions), "made_from": made_from, "cached": cached}
        facts |= kept._asdict()
        facts["suffix"] = content.suffix if isinstance(content, Path) else ""
        with self._lock:
            artifact, is_new = self._names.name(wanted, kept.sha256)
            if is_new:
                self._write("artifact", id=artifact, unit=unit, **facts)
        return artifact

    def map(
        self,
        start: str,
        end: str,
        edges: Iterable[Sequence[Any]],
        *,
        method: str,
        losses: Sequence[tuple[Literal["from", "to"], int, str]] = (),
    ) -> None:
        """Keep a line map: edges ``(from, to, kind)``, with columns as a fourth where they are known.

        A loss is a side, how many lines of it have no edge, and why.
        """
        self._write("map", start=start, end=end, method=method, losses=list(losses), edges=columns_of(edges))

    def finding(  # noqa: PLR0913 -- a finding has this many facts, and each is named at the call
        self,
        kind: str,
        text: str,
        *,
        unit: str | None = None,
        place: Place | None = None,
        evidence: Place | None = None,
        advice: str | None = None,
    ) -> None:
        """Say something that a person should know."""
        self._write("finding", kind=kind, text=text, unit=unit, place=place, evidence=evidence, advice=advice)

    def missing(  # noqa: PLR0913 -- where it is missing, in all its parts
        self,
        what: str,
        why: str,
        *,
        stage: str | None = None,
        unit: str | None = None,
        selection: Mapping[str, object] | None = None,
        always: bool = False,
    ) -> None:
        """Say what a reader will not get, and why; `always` where no run could give it."""
        self._write("missing", what=what, why=why, stage=stage, unit=unit, selection=selection, always=always)

    def source(self, path: str | os.PathLike[str]) -> str | None:
        """Keep a Python file of the program, once, and return its artifact; None if nobody has its text."""
        spelled = os.fspath(path)
        with self._lock:
            if spelled not in self._sources:
                self._sources[spelled] = self._keep_source(spelled)
            return self._sources[spelled]

    @property
    def sources(self) -> dict[str, str]:
        """The artifact of each file that was kept so far, by the path that it was asked for by."""
        with self._lock:
            return {path: artifact for path, artifact in self._sources.items() if artifact is not None}

    def know_sources(self, sources: Mapping[str, str]) -> None:
        """Take over what another journal of the same process has kept: a file may have changed, or be a cell, since."""
        with self._lock:
            self._sources |= sources

    def task(self, name: str, **facts: object) -> None:
        """Leave slow work for after the program has ended."""
        self._write("task", name=name, facts=facts)

    def done(self, work: str) -> None:
        """Note that the work which this journal is of, by its key, has come to its end, whatever came of it."""
        self._write(_DONE, work=work)

    def _keep_source(self, path: str) -> str | None:
        content = _source_text(path, self._directory)
        if content is None:
            self.missing(f"The source of {path}", "No file has this name, and Python kept no text under it.")
            return None
        self.unit(PROGRAM, name="Program", kind="program")
        name, _ = self._names.name(f"source:{clean(Path(path).name)}", path)
        artifact = self.artifact(
            PROGRAM,
            name.removeprefix("source:"),
            stage=None,
            kind="python-source",
            title=path,
            content=content,
            how="Read when it was first needed",
            text=True,
        )
        self._write("file", path=path, artifact=artifact)
        return artifact

    def _write(self, type: str, **record: object) -> None:  # noqa: A002 -- its key in the record
        if self.trouble is not None:
            return
        line = _spell({"type": type, **record}).encode() + b"\n"
        with self._lock:
            try:
                _append(self._file or self._take_file(), line)
            except OSError as error:
                self._stop(error)

    def _take_file(self, part: int = 0) -> Path:
        if self.process is not None:
            file = self._folder / f"journal-{self.process}.{part}.jsonl"
            file.touch()  # work that is done once more adds to what it told
        else:
            file, self.process = _take_number(self._folder)
        self._file = file
        (self._folder / f"reserve-{file.stem}").write_bytes(bytes(RESERVE))
        if self._parent is not None:
            _append(file, _spell({"type": "process", "parent": self._parent}).encode() + b"\n")
        return file

    def _stop(self, error: OSError) -> None:
        self.trouble = f"The recording stopped early: {error.strerror or error}."
        if self._file is None:
            return
        line = (
            b"\n" + _spell({"type": "stopped", "why": self.trouble}).encode() + b"\n"
        )  # what stands before may be cut
        try:
            (self._folder / f"reserve-{self._file.stem}").unlink(missing_ok=True)
            _append(self._file, line)
        except OSError:
            return  # the packer then sees the last line only

    def _reopen(self) -> None:
        # A lock that another thread held at the fork is never released here, and the file is the parent's. The next
        # number is taken with the first record, since most children have nothing to tell.
        self._lock = threading.RLock()
        if self._file is not None:
            self._parent, self._file, self.process = self.process, None, None


class _Reopening:
    """Reopens a journal in a forked child, unless it is gone: the interpreter keeps such hooks for ever."""

    def __init__(self, journal: Journal) -> None:
        self._journal = weakref.ref(journal)

    def __call__(self) -> None:
        journal = self._journal()
        if journal is not None:
            journal._reopen()  # noqa: SLF001 -- one class in two objects


def _source_text(path: str, directory: Path) -> Content | None:
    file = directory / path
    try:
        if stat.S_ISREG(file.stat().st_mode):  # reading a pipe would take what the program is to read
            return file
    except (OSError, ValueError):
        pass
    match linecache.cache.get(path):  # a notebook's cell, a docstring's example; asking linecache might read a pipe
        case (_, _, [*lines], _):
            return "".join(lines)
    return None


def is_done(file: Path, work: str) -> bool:
    """Whether a journal is of this work, and that came to its end: the last record says so."""
    last = _spell({"type": _DONE, "work": work}).encode() + b"\n"
    try:
        with file.open("rb") as opened:
            opened.seek(-len(last), os.SEEK_END)
            return opened.read() == last
    except OSError:  # there is none, or it is shorter
        return False


def _spell(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), default=str)


def _take_number(folder: Path) -> tuple[Path, int]:
    number = 0
    while True:
        file = folder / f"journal-{number}.jsonl"
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return file, number


def _append(file: Path, line: bytes) -> None:
    # Opened for each record: a descriptor kept open could be closed by the program and then name a file of its own.
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    try:
        while line:
            line = line[os.write(descriptor, line) :]
    finally:
        os.close(descriptor)
