"""What of a recording was lost, in sentences for the trace's outcome."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import ValidationError

from chipward.bundle.spool import Written
from chipward.errors import Misuse

_UNUSABLE = (ValidationError, Misuse, TypeError, ValueError, KeyError, OverflowError)


@dataclass
class Lost:
    """Counts what could not be kept while a trace is assembled."""

    records: int = 0
    edges: int = 0

    def attempt(self) -> "_Attempt":
        """Use a record; one that cannot be used is counted and left out."""
        return _Attempt(self)

    def sentences(self, journals: Iterable[Written]) -> list[str]:
        """Say what was lost, and what each process said about its own end."""
        told = [sentence for written in journals for sentence in _of(written)]
        if self.records:
            told.append(f"{_counted(self.records, 'record')} of the journals could not be used.")
        if self.edges:
            edges, were = _counted(self.edges, "edge"), _were(self.edges)
            told.append(f"{edges} of line maps led past the end of a text and {were} left out.")
        return told


class _Attempt:
    def __init__(self, lost: Lost) -> None:
        self._lost = lost

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        unusable = kind is not None and issubclass(kind, _UNUSABLE)
        self._lost.records += unusable
        return unusable


def _of(written: Written) -> list[str]:
    where = f"In child process {written.process}: " if written.process else ""
    told = [f"{where}{record['why']}" for record in written.of("stopped") if isinstance(record.get("why"), str)]
    if written.unreadable and not told:  # a full disk cuts a line and says so in the next
        lines, were = _counted(written.unreadable, "line"), _were(written.unreadable)
        told.append(f"{where}{lines} of the journal {were} cut short or cannot be read.")
    return told


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("s" if number != 1 else "")


def _were(number: int) -> str:
    return "were" if number != 1 else "was"
