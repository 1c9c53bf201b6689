"""Which function of which file an address of this process lies in. Runs in the process that replays."""

from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import NamedTuple

from chipward.capture.tracers.torch.native.symbols import SharedObject, Symbol

_MAPS = Path("/proc/self/maps")
GENERATED = "code generated at run time"
UNKNOWN = "?"


class Function(NamedTuple):
    """A function, and where its code is. One that was generated at run time begins where the memory does."""

    file: str  # the path, or GENERATED
    name: str  # as the linker spells it; UNKNOWN if the file does not say
    address: int  # in the file's own count
    size: int


class _Mapping(NamedTuple):
    start: int
    stop: int
    offset: int
    path: str


class Memory:
    """The executable memory of this process, as it is now."""

    def __init__(self) -> None:
        self._mappings = sorted(_mapping(line) for line in _MAPS.read_text().splitlines() if "x" in line.split()[1])
        self._starts = [mapping.start for mapping in self._mappings]

    def locate(self, address: int) -> tuple[Function, int] | None:
        """The function, and the address in its file's own count."""
        place = bisect_right(self._starts, address) - 1
        if place < 0 or address >= self._mappings[place].stop:
            return None
        mapping = self._mappings[place]
        if not mapping.path.startswith("/"):
            if mapping.path.startswith("["):
                return Function(mapping.path, UNKNOWN, 0, 0), address
            return Function(GENERATED, UNKNOWN, mapping.start, mapping.stop - mapping.start), address
        content = shared_object(mapping.path)
        inside = content.address_at(address - mapping.start + mapping.offset) if content else None
        if content is None or inside is None:
            return Function(mapping.path, UNKNOWN, 0, 0), address
        symbol = content.symbol_at(inside) or Symbol(UNKNOWN, 0, 0)
        return Function(mapping.path, symbol.name, symbol.address, symbol.size), inside


@cache
def shared_object(path: str) -> SharedObject | None:
    """A file, opened once; None if it is not there any more."""
    try:
        return SharedObject(Path(path))
    except (OSError, ValueError):
        return None


def _mapping(line: str) -> _Mapping:
    span, _, offset, _, _, *path = line.split(None, 5)
    start, stop = span.split("-")
    return _Mapping(int(start, 16), int(stop, 16), int(offset, 16), path[0].strip() if path else "")
