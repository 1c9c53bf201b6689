"""The calls that the compiler inlined: for each address, the lines that called what stands there.

Only what covers the functions asked for is read. A unit of compilation describes every header it saw, and the entries
that do not matter are stepped over as a whole where the file says how long they are.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from elftools.dwarf.die import DIE
from elftools.dwarf.ranges import BaseAddressEntry

from chipward.artifacts.machine_code.elf_file import Function
from chipward.artifacts.machine_code.line_table import Frame, SourceFiles, overlaps

_CODE = ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine", "DW_TAG_lexical_block")
_HOLDERS = ("DW_TAG_namespace", "DW_TAG_module")


class InlinedCall(NamedTuple):
    """A call that was inlined: where it was called, and the inlined call that it stands in."""

    caller: Frame
    outer: "InlinedCall | None"

    def callers(self) -> Iterator[Frame]:
        """The lines that called, innermost first."""
        call: InlinedCall | None = self
        while call is not None:
            yield call.caller
            call = call.outer


class _Open(NamedTuple):
    """An entry whose children are being read."""

    call: InlinedCall | None
    relevant: bool


class InliningTree:
    """The inlined calls around each of some addresses, which stand in order."""

    def __init__(self, addresses: Sequence[int], functions: Sequence[Function]) -> None:
        self._addresses = addresses
        self._functions = functions
        self._innermost: list[InlinedCall | None] = [None] * len(addresses)

    def callers(self, place: int) -> tuple[Frame, ...]:
        """The lines that called what stands at the address in this place, innermost first."""
        innermost = self._innermost[place]
        return tuple(innermost.callers()) if innermost else ()

    def read(self, unit: Any, files: SourceFiles) -> None:  # noqa: ANN401 -- pyelftools carries no types
        """Take in what a unit of compilation says of these addresses."""
        top = unit.get_top_DIE()
        base = _number(top, "DW_AT_low_pc") or 0
        end = unit.cu_offset + unit.header.unit_length + unit.structs.initial_length_field_size()
        stream = unit.dwarfinfo.debug_info_sec.stream
        position = top.offset + top.size
        opened = [_Open(None, relevant=False)] if top.has_children else []
        while opened and position < end:
            entry = DIE(unit, stream, position)
            position += entry.size
            if entry.is_null():
                opened.pop()
                continue
            outer = opened[-1]
            call, relevant = outer.call, outer.relevant
            if entry.tag in _CODE:
                ranges = tuple(_ranges(entry, base)) if outer.relevant or entry.tag == "DW_TAG_subprogram" else ()
                relevant = any(overlaps(self._functions, start, stop) for start, stop in ranges)
                if relevant and entry.tag == "DW_TAG_inlined_subroutine":
                    line, file = _number(entry, "DW_AT_call_line") or 0, _number(entry, "DW_AT_call_file") or 0
                    call = InlinedCall(Frame(files.name(file), line), outer.call)
                    self._paint(ranges, call)
                elif relevant and entry.tag == "DW_TAG_subprogram":
                    call = None
                # A block without ranges of its own may still hold calls.
                relevant = relevant or (outer.relevant and not ranges)
            elif entry.tag not in _HOLDERS:
                relevant = False
            if entry.has_children:
                behind = None if relevant else _behind(entry, position, end)
                if behind is None:
                    opened.append(_Open(call, relevant))
                else:
                    position = behind

    def _paint(self, ranges: Sequence[tuple[int, int]], call: InlinedCall) -> None:
        # Inner calls are met after outer ones, and overwrite them.
        for start, stop in ranges:
            first, last = bisect_left(self._addresses, start), bisect_left(self._addresses, stop)
            if first < last:
                self._innermost[first:last] = [call] * (last - first)


def _behind(entry: Any, position: int, end: int) -> int | None:  # noqa: ANN401 -- pyelftools carries no types
    # Where the entry says that its children end. A broken file could lead backwards, for ever.
    sibling = entry.attributes.get("DW_AT_sibling")
    if sibling is None:
        return None
    offset = int(sibling.value) + (entry.cu.cu_offset if sibling.form.startswith("DW_FORM_ref") else 0)
    return offset if position <= offset <= end else None


def _ranges(entry: Any, base: int) -> Iterator[tuple[int, int]]:  # noqa: ANN401 -- pyelftools carries no types
    low, high = entry.attributes.get("DW_AT_low_pc"), entry.attributes.get("DW_AT_high_pc")
    if low is not None and high is not None:
        start = int(low.value)
        yield start, int(high.value) if high.form == "DW_FORM_addr" else start + int(high.value)
        return
    attribute = entry.attributes.get("DW_AT_ranges")
    if attribute is None:
        return
    lists = entry.cu.dwarfinfo.range_lists()
    for piece in lists.get_range_list_at_offset(attribute.value, entry.cu):
        if isinstance(piece, BaseAddressEntry):
            base = piece.base_address
        elif getattr(piece, "is_absolute", False):
            yield piece.begin_offset, piece.end_offset
        else:
            yield base + piece.begin_offset, base + piece.end_offset


def _number(entry: Any, name: str) -> int | None:  # noqa: ANN401 -- pyelftools carries no types
    attribute = entry.attributes.get(name)
    return int(attribute.value) if attribute is not None and isinstance(attribute.value, int) else None
