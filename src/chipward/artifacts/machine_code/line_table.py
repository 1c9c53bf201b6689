"""Which line of source each address came from, as the line table of the debug information has it."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from chipward.artifacts.machine_code.elf_file import Function

_DWARF_5 = 5


class Frame(NamedTuple):
    """A line of source. Line 0: the compiler made the instruction itself."""

    file: str
    line: int


class SourceFiles:
    """The files that a unit of compilation names by number."""

    def __init__(self, program: Any) -> None:  # noqa: ANN401 -- pyelftools carries no types
        header = program.header
        # DWARF 5 counts files from 0 and has the folder of the compilation first; DWARF 4 counts both from 1.
        self._first = 0 if header["version"] >= _DWARF_5 else 1
        folders = [_text(folder) for folder in header["include_directory"]]
        if self._first:
            folders.insert(0, "")
        self._files = [_path(folders, entry.dir_index, _text(entry.name)) for entry in header["file_entry"]]

    def name(self, number: int) -> str:
        """The file of this number; empty if there is none."""
        place = number - self._first
        return self._files[place] if 0 <= place < len(self._files) else ""

    def numbers(self, source_name: str) -> Collection[int]:
        """The numbers under which a file of this name appears."""
        wanted = PurePosixPath(source_name).name
        return {number for number, file in enumerate(self._files, self._first) if PurePosixPath(file).name == wanted}


class LineTable:
    """The rows that bear on some functions, by address."""

    def __init__(self, rows: Iterable[tuple[int, Frame | None]]) -> None:
        # Of rows at one address the last one counts; the end of a sequence yields to the beginning of the next.
        kept: dict[int, Frame | None] = {}
        for address, frame in rows:
            if frame is not None or address not in kept:
                kept[address] = frame
        self._addresses = sorted(kept)
        self._frames = [kept[address] for address in self._addresses]

    def at(self, address: int) -> Frame | None:
        """Where the instruction at an address came from; nothing where the table is silent."""
        place = bisect_right(self._addresses, address) - 1
        return self._frames[place] if place >= 0 else None


def rows_within(program: Any, files: SourceFiles, functions: Sequence[Function]) -> Iterator[tuple[int, Frame | None]]:  # noqa: ANN401 -- pyelftools carries no types
    """The rows of the sequences that overlap one of these functions. No frame: a sequence ends there.

    The others are left out: what a linker threw away stays in the table, at address 0.
    """
    sequence: list[tuple[int, Frame | None]] = []
    for entry in program.get_entries():
        state = entry.state
        if state is None:
            continue
        if not state.end_sequence:
            sequence.append((state.address, Frame(files.name(state.file), state.line)))
            continue
        if sequence and overlaps(functions, sequence[0][0], state.address):
            yield from sequence
            yield state.address, None
        sequence = []


def overlaps(functions: Sequence[Function], start: int, end: int) -> bool:
    """Whether some of the addresses from start to end belong to one of the functions, which stand by address."""
    place = bisect_left(functions, end, key=lambda function: function.address) - 1
    return place >= 0 and start < functions[place].end


def _path(folders: Sequence[str], folder: int, name: str) -> str:
    return str(PurePosixPath(folders[folder], name)) if 0 <= folder < len(folders) else name


def _text(content: bytes | str) -> str:
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else content
