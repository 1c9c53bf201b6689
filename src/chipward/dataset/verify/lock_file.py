"""Keeps what checks have found in ``data/evidence.lock.json``: sorted, stable, written whole or not at all."""

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from chipward.dataset.evidence import lock_key
from chipward.dataset.folder import GENERATED, LOCK, Document, load_lock
from chipward.dataset.published import publish
from chipward.dataset.verify.run import Result
from chipward.errors import Misuse
from chipward.model.evidence import EvidenceLock, Verdict


def is_kept(result: Result, lock: EvidenceLock) -> bool:
    """Whether an older record of this quote stays, because this time nobody could look."""
    before = lock.quotes.get(result.quote.key)
    return (
        result.finding.verdict is Verdict.UNREACHABLE
        and before is not None
        and before.quote == result.evidence.quote
        and before.verdict is not Verdict.UNREACHABLE
    )


def updated(lock: EvidenceLock, results: Sequence[Result], whole: Iterable[Document]) -> EvidenceLock:
    """Add results to a lock. ``whole`` are the files whose every quote was looked at: they are published, and swept."""
    quotes = dict(lock.quotes)
    files = dict(lock.files)
    for document in whole:
        known = {lock_key(document.id, citation) for citation in document.citations}
        quotes = {key: kept for key, kept in quotes.items() if key in known or not key.startswith(f"{document.id}/")}
        files[document.id] = publish(document, files.get(document.id))
    quotes |= {result.quote.key: result.evidence for result in results if not is_kept(result, lock)}
    return EvidenceLock(generated=GENERATED, schema_version=1, files=files, quotes=quotes)


def spelled(lock: EvidenceLock) -> str:
    """Spell a lock as its file has it."""
    value = {
        "generated": lock.generated,
        "schema": lock.schema_version,
        "files": {key: lock.files[key].model_dump(mode="json") for key in sorted(lock.files)},
        "quotes": {key: lock.quotes[key].model_dump(mode="json") for key in sorted(lock.quotes)},
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def record(results: Sequence[Result], whole: Iterable[Document], folder: Path) -> None:
    """Add results to the lock of a data folder as it is now: another check may have written it meanwhile."""
    with _alone_in(folder):
        write_lock(updated(load_lock(folder), results, whole), folder)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other process records in a folder."""
    if sys.platform == "win32":  # it has no such locks
        yield
        return
    import fcntl  # noqa: PLC0415 -- only where there is one

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems have none either
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def write_lock(lock: EvidenceLock, folder: Path) -> None:
    """Replace the lock of a data folder."""
    try:
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            part = Path(scratch) / LOCK
            part.write_text(spelled(lock), encoding="utf-8")
            part.replace(folder / LOCK)
    except OSError as error:
        message = f"{folder / LOCK} cannot be written ({error.strerror}); add --no-write, or make the folder writable"
        raise Misuse(message) from None
