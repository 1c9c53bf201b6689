"""What an id of a journal means in the trace: each process names its units as if it were alone."""

from collections.abc import Iterable

from chipward.bundle.naming import Namesakes
from chipward.bundle.spool import Written


class Ids:
    """Turns the ids of each process into ids of the whole trace.

    A forked child knows what its parent knew, so an id that it did not declare is looked up among its ancestors.
    What is added after the run speaks of the whole trace, in ids of the trace.
    """

    def __init__(self, journals: Iterable[Written]) -> None:
        self._names = Namesakes()
        self._meaning: dict[tuple[int, str], str] = {}
        self._declared: set[str] = set()
        self._parents = {written.process: written.parent for written in journals if written.part == 0}

    def declare(self, written: Written, local: str, wanted: str, facts: object) -> tuple[str, bool]:
        """Declare a unit or an artifact under the id that it should have; return the one it got, and if it is new."""
        name, is_new = self._names.name(wanted, facts)
        self._declared.add(name)
        self._meaning.setdefault((written.process, local), name)
        return name, is_new

    def meaning(self, process: int, local: object) -> str | None:
        """Return what an id of a process means, or None if nothing does."""
        if not isinstance(local, str):
            return None
        while (known := self._meaning.get((process, local))) is None and process:
            process = self._parents.get(process, 0)
        return local if known is None and local in self._declared else known
