"""Where instructions came from: the line of each, and the lines that called it through what was inlined."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chipward.artifacts.machine_code.elf_file import ElfFile, Function
from chipward.artifacts.machine_code.inlining import InliningTree
from chipward.artifacts.machine_code.line_table import Frame, LineTable, SourceFiles, overlaps, rows_within


@dataclass(frozen=True)
class Origins:
    """What the debug information says of some instructions."""

    frames: tuple[tuple[Frame, ...], ...]  # for each instruction its own line, then its callers, innermost first
    elsewhere: frozenset[int]  # lines of the source that became code in other functions


NOTHING = Origins((), frozenset())

_MOST_DEBUG_BYTES = 1 << 30  # unpacked: some lines of a header may claim any size


def trace_back(file: ElfFile, functions: Sequence[Function], addresses: Sequence[int], source_name: str) -> Origins:
    """Say where the instructions at these addresses came from."""
    if not file.elf.has_dwarf_info(strict=True):  # tables for unwinding tell of no lines
        return NOTHING
    file.refuse_unless(_debug_bytes(file) <= _MOST_DEBUG_BYTES, "has debug information of more than 1 GiB")
    information = file.elf.get_dwarf_info(relocate_dwarf_sections=False)
    rows: list[tuple[int, Frame | None]] = []
    tree = InliningTree(addresses, functions)
    elsewhere: set[int] = set()
    for unit in information.iter_CUs():
        program = information.line_program_for_CU(unit)
        if program is None:
            continue
        files = SourceFiles(program)
        found = list(rows_within(program, files, functions))
        if found:
            rows += found
            tree.read(unit, files)
        elsewhere.update(_lines_elsewhere(program, files.numbers(source_name), functions))
    table = LineTable(rows)
    frames = tuple(
        (table.at(address) or Frame("", -1), *tree.callers(place)) for place, address in enumerate(addresses)
    )
    return Origins(frames, frozenset(elsewhere))


def _debug_bytes(file: ElfFile) -> int:
    return sum(section.data_size for section in file.elf.iter_sections() if "debug" in section.name)


def _lines_elsewhere(program: Any, numbers: Collection[int], functions: Sequence[Function]) -> Iterator[int]:  # noqa: ANN401 -- pyelftools carries no types
    for entry in program.get_entries():
        state = entry.state
        if state is None or state.end_sequence or state.line <= 0 or state.file not in numbers:
            continue
        if not overlaps(functions, state.address, state.address + 1):
            yield state.line
