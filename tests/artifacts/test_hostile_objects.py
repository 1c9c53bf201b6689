"""Shared objects that are cut, scribbled over or lie about themselves: a listing or one sentence, and soon."""

import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import binutils_oracle as oracle
import pytest
from elftools.elf.elffile import ELFFile
from hypothesis import given, settings
from hypothesis import strategies as st

from chipward.artifacts.machine_code import list_shared_object
from chipward.errors import Misuse

_NASTY = st.one_of(st.sampled_from([0, 1, 0x7F, 0x80, 0xFF]), st.integers(0, 255))
_SECONDS = 5.0  # a whole one takes a tenth of one


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return oracle.build(tmp_path_factory.mktemp("hostile") / "kernel.so", "-g").read_bytes()


@pytest.fixture(scope="module")
def spots(whole: bytes) -> list[tuple[int, int]]:
    """Where a change tells: the headers, the table of sections, symbols, relocations and debug information."""
    elf = ELFFile(BytesIO(whole))
    telling = (".debug_info", ".debug_abbrev", ".debug_line", ".debug_rnglists", ".symtab", ".rela.plt", ".dynsym")
    sections = [elf.get_section_by_name(name) for name in telling]
    table = (elf["e_shoff"], elf["e_shnum"] * elf["e_shentsize"])
    return [(0, 64), table, table, *((section["sh_offset"], section["sh_size"]) for section in sections)]


def _listed_or_refused(content: bytes) -> None:
    begin = time.process_time()
    told = "the shared object of kernel.cpp "
    try:
        list_shared_object(content, "kernel.cpp")
    except Misuse as refusal:
        told = str(refusal)
    assert told.startswith("the shared object of kernel.cpp ")
    assert "\n" not in told
    assert time.process_time() - begin < _SECONDS


@settings(max_examples=150)
@given(st.data())
def test_scribbled_over(whole: bytes, spots: list[tuple[int, int]], data: st.DataObject) -> None:
    content = bytearray(whole)
    start, size = data.draw(st.sampled_from(spots))
    for offset, byte in data.draw(st.lists(st.tuples(st.integers(0, size - 1), _NASTY), min_size=1, max_size=12)):
        content[start + offset] = byte
    _listed_or_refused(bytes(content))


@settings(max_examples=30)
@given(st.data())
def test_cut_short(whole: bytes, data: st.DataObject) -> None:
    _listed_or_refused(whole[: data.draw(st.integers(0, len(whole)))])


@settings(max_examples=50)
@given(st.binary(max_size=300), st.booleans())
def test_made_up(content: bytes, begins_well: bool) -> None:  # noqa: FBT001 -- drawn
    _listed_or_refused((b"\x7fELF\x02\x01\x01" + bytes(11) + b"\x3e\x00" if begins_well else b"") + content)


def _with(content: bytes, section: str, field: int, value: int) -> bytes:
    """Change a field of the header of a section."""
    elf = ELFFile(BytesIO(content))
    header = elf["e_shoff"] + elf.get_section_index(section) * elf["e_shentsize"] + field
    return content[:header] + value.to_bytes(8, "little") + content[header + 8 :]


FLAGS, SIZE, ENTRY = 8, 32, 56


@pytest.mark.parametrize(
    "lie",
    [
        partial(_with, section=".symtab", field=SIZE, value=1 << 62),
        partial(_with, section=".symtab", field=ENTRY, value=0),
        partial(_with, section=".text", field=SIZE, value=1 << 62),
        partial(_with, section=".text", field=FLAGS, value=0x806),
        partial(_with, section=".rela.plt", field=ENTRY, value=1),
        partial(_with, section=".debug_info", field=SIZE, value=1 << 62),
        partial(_with, section=".debug_info", field=FLAGS, value=0x800),
        partial(_with, section=".debug_line", field=SIZE, value=7),
    ],
    ids=lambda lie: f"{lie.keywords['section']}-{lie.keywords['field']}",
)
def test_sizes_that_lie(whole: bytes, lie: Callable[[bytes], bytes]) -> None:
    _listed_or_refused(lie(whole))


def test_broken_debug_information_costs_the_edges_alone(whole: bytes) -> None:
    listing = list_shared_object(_with(whole, ".debug_line", SIZE, 7), "kernel.cpp")

    assert "GOMP_parallel@plt" in listing.text
    assert listing.edges == ()
    assert "debug information that cannot be read" in {loss.why for loss in listing.losses}


def test_functions_that_overlap_end_where_the_next_begins(tmp_path: Path) -> None:
    source = tmp_path / "kernel.s"
    source.write_text(
        ".globl kernel\n.type kernel, @function\n.globl kernel.cold\n.type kernel.cold, @function\n"
        "kernel:\nnop\nkernel.cold:\nret\n.size kernel, 2\n.size kernel.cold, 1\n"
    )
    so = oracle.build(tmp_path / "kernel.so", "-nostdlib", source=source)
    listing = list_shared_object(so, "kernel.s")

    assert [(one.function.name, one.instructions) for one in listing.functions] == [("kernel", 1), ("kernel.cold", 1)]
