"""What the stand-in was asked to do, read in the program's process. Imports the standard library alone.

The stand-in is there from the start of a process, or never: only the second run of a program has one.
"""

import ctypes
import hashlib
from functools import cache
from pathlib import Path
from typing import Self

CONTAINERS = "containers"  # the folder for the machine code of kernels that were launched
_LONGEST = 1 << 16  # bytes of an event; names of kernels have some thousands
_LAUNCH, _SYMBOL = "launch", 5  # the field of a launch that names its kernel
_REFUSED = "refused"


class Ring:
    """The events of the stand-in, by their numbers."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._mark = library["chipward_mark"]
        self._oldest = library["chipward_oldest"]
        self._event = library["chipward_event"]
        self._container = library["chipward_container"]
        for function in (self._mark, self._oldest, self._event):
            function.restype = ctypes.c_longlong
        self._event.argtypes = (ctypes.c_longlong, ctypes.c_char_p, ctypes.c_longlong)
        self._container.restype = ctypes.c_void_p
        self._container.argtypes = (ctypes.c_char_p, ctypes.POINTER(ctypes.c_longlong))
        self._room = ctypes.create_string_buffer(_LONGEST)
        self._kept: dict[str, str | None] = {}

    @classmethod
    @cache
    def here(cls) -> Self | None:
        """The ring of this process; None where CUDA's runtime is the real one, or there is none."""
        try:
            return cls(ctypes.CDLL(None))
        except (AttributeError, OSError):
            return None

    def mark(self) -> int:
        """Where the events are now."""
        return int(self._mark())

    def since(self, mark: int) -> list[list[str]]:
        """The events after a mark, in their fields; those that are no longer kept are left out."""
        return [
            told.split("\t") for number in range(max(mark, self._oldest()), self.mark()) if (told := self._at(number))
        ]

    @property
    def has_refused(self) -> bool:
        """Whether the latest event is a call that the stand-in cannot serve."""
        return any(event[0] == _REFUSED for event in self.since(self.mark() - 1))

    def keep_machine_code(self, events: list[list[str]], folder: Path) -> dict[str, str]:
        """Copy the machine code of kernels that are launched for the first time; return the file of each kernel."""
        new = {event[_SYMBOL] for event in events if event[0] == _LAUNCH} - self._kept.keys()
        for symbol in new:
            self._kept[symbol] = self._copy(symbol, folder / CONTAINERS)
        return {symbol: file for symbol in sorted(new) if (file := self._kept[symbol])}

    def _at(self, number: int) -> str:
        length = self._event(number, self._room, _LONGEST)
        return self._room.raw[:length].decode(errors="replace") if length > 0 else ""

    def _copy(self, symbol: str, folder: Path) -> str | None:
        size = ctypes.c_longlong()
        address = self._container(symbol.encode(), ctypes.byref(size))
        if not address:
            return None
        content = ctypes.string_at(address, size.value)
        file = folder / f"{hashlib.sha256(content).hexdigest()[:32]}.fatbin"
        if not file.exists():
            folder.mkdir(exist_ok=True)
            file.write_bytes(content)
        return file.name
