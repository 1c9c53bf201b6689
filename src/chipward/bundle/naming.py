"""Names for units and artifacts: safe in a file name and an address, the same in every run.

Runs inside the traced program: standard library only.
"""

import re
from hashlib import sha256

LONGEST = 150  # leaves room for the prefix of a process and the number of a namesake

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
_UNSAFE_START = re.compile(r"^[^A-Za-z0-9_]+")


def clean(name: str) -> str:
    """Make any text a name: ``<ipython-input-3>`` becomes ``ipython-input-3``."""
    cleaned = _UNSAFE_START.sub("", _UNSAFE.sub("-", name)).rstrip("-.") or "unnamed"
    if len(cleaned) > LONGEST:
        digest = sha256(name.encode("utf-8", "backslashreplace")).hexdigest()[:8]
        cleaned = f"{cleaned[: LONGEST - 9]}-{digest}"
    return cleaned


class Namesakes:
    """Gives equal things one name, and different things that ask for the same name a number each."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, object], str] = {}
        self._takers: dict[str, int] = {}
        self._taken: set[str] = set()

    def name(self, wanted: str, thing: object) -> tuple[str, bool]:
        """Return the name of a thing, and whether it is new."""
        known = self._names.get((wanted, thing))
        if known is not None:
            return known, False
        name = wanted
        number = self._takers.get(wanted, 0)
        while not number or name in self._taken:
            number += 1
            name = wanted if number == 1 else f"{wanted}.{number}"
        self._takers[wanted] = number
        self._taken.add(name)
        self._names[wanted, thing] = name
        return name, True
