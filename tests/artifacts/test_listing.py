"""What the listing of a shared object tells, and what it says where there is nothing to tell."""

from pathlib import Path

import binutils_oracle as oracle
import pytest

from chipward.artifacts.machine_code import Listing, list_shared_object
from chipward.artifacts.machine_code import listing as listing_module
from chipward.artifacts.machine_code.line_table import Frame
from chipward.errors import Misuse
from chipward.model.lines import EdgeKind

SOURCE = (oracle.CPP / "kernel.cpp").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def so(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return oracle.build(tmp_path_factory.mktemp("listing") / "kernel.so", "-g")


@pytest.fixture(scope="module")
def listing(so: Path) -> Listing:
    return list_shared_object(so, "kernel.cpp")


def _from(listing: Listing, code: str) -> dict[str, EdgeKind]:
    """The instructions that a line of the source became."""
    (line,) = [number for number, text in enumerate(SOURCE, start=1) if code in text]
    lines = listing.text.split("\n")
    return {lines[edge.end - 1]: edge.kind for edge in listing.edges if edge.start == line}


def test_a_line_of_the_source_is_joined_exactly(listing: Listing) -> None:
    assert (
        _from(listing, "in_out[x0] = std::sqrt(tmp2);").get(
            next(line for line in listing.text.split("\n") if "vsqrtss" in line)
        )
        is EdgeKind.INLINED
    )
    assert EdgeKind.EXACT in _from(listing, "static inline float twice").values()


def test_an_inlined_call_is_credited_to_the_line_that_calls(listing: Listing) -> None:
    became = _from(listing, "auto tmp1 = scaled(tmp0, in[x0]);")
    (multiplied,) = [line for line in became if "vfmadd132ss" in line]

    assert became[multiplied] is EdgeKind.INLINED
    assert multiplied.endswith("; vec.h:11")


def test_a_lambda_is_joined_to_its_own_line_and_through_what_called_it(listing: Listing) -> None:
    became = _from(listing, "out[0] = folded(in, count")

    assert {EdgeKind.EXACT, EdgeKind.INLINED} == set(became.values())


def test_what_runs_seldom_comes_last(listing: Listing) -> None:
    assert [one.function.name for one in listing.functions] == ["kernel", "kernel._omp_fn.0", "kernel.cold"]
    lines = listing.text.split("\n")
    for one in listing.functions:
        assert lines[one.heading - 1] == f"{one.function.address:016x} <{one.function.name}>:"


def test_a_call_is_told_by_name(listing: Listing) -> None:
    assert "<GOMP_parallel@plt>" in listing.text
    assert "<memcpy@plt>" in listing.text
    assert "<kernel._omp_fn.0+0x" in listing.text


def test_a_call_without_a_stub_is_told_by_name(tmp_path: Path) -> None:
    so = oracle.build(tmp_path / "kernel.so", "-g", "-fno-plt")

    assert "<GOMP_parallel>" in list_shared_object(so, "kernel.cpp").text


def test_every_line_has_an_edge_or_is_a_loss(listing: Listing) -> None:
    lost = sum(loss.lines for loss in listing.losses if loss.side == "to")

    assert lost + len({edge.end for edge in listing.edges}) == len(listing.text.splitlines())


def test_lines_of_other_functions_are_a_loss(listing: Listing) -> None:
    assert [(loss.side, loss.why) for loss in listing.losses if loss.side == "from"] == [
        ("from", "compiled into functions that are not listed")
    ]


def test_bytes_and_path_give_the_same(so: Path, listing: Listing) -> None:
    assert list_shared_object(so.read_bytes(), "kernel.cpp") == listing


def test_another_function_may_be_asked_for(so: Path) -> None:
    listing = list_shared_object(so, "kernel.cpp", functions=["bind"])

    assert [one.function.name for one in listing.functions] == ["bind"]
    assert listing.edges


def test_without_debug_information_there_is_code_and_no_edge(tmp_path: Path) -> None:
    so = oracle.build(tmp_path / "kernel.so", "-s", "-Wl,--build-id=none", "-fno-asynchronous-unwind-tables")
    listing = list_shared_object(so, "kernel.cpp")

    assert listing.edges == ()
    assert "GOMP_parallel@plt" in listing.text
    assert "without debug information" in {loss.why for loss in listing.losses}


def test_a_source_of_another_name_has_no_edges(so: Path) -> None:
    listing = list_shared_object(so, "other.cpp")

    assert listing.edges == ()
    assert {loss.why for loss in listing.losses} == {
        "from a header, called by no line of the source",
        "headings and blank lines",
    }


def test_a_function_that_is_not_there_is_refused(so: Path) -> None:
    with pytest.raises(Misuse, match="holds no function named absent"):
        list_shared_object(so, "kernel.cpp", functions=["absent"])


def test_what_is_no_shared_object_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="is not an ELF file"):
        list_shared_object(b"#!/bin/sh\n", "kernel.cpp")
    with pytest.raises(Misuse, match="is not a 64-bit little-endian one"):
        list_shared_object(b"\x7fELF\x01\x01", "kernel.cpp")
    with pytest.raises(Misuse, match="cannot be read"):
        list_shared_object(tmp_path / "absent.so", "kernel.cpp")
    with pytest.raises(Misuse, match="is not for x86-64"):
        list_shared_object(b"\x7fELF\x02\x01\x01" + bytes(11) + b"\xb7" + bytes(45), "kernel.cpp")


def _assembled(folder: Path, *code: str, after: str = "") -> Listing:
    source = folder / "kernel.s"
    body = "\n".join(["kernel:", *code, ".size kernel, .-kernel", after])
    source.write_text(f".intel_syntax noprefix\n.globl kernel\n.type kernel, @function\n{body}\n", encoding="utf-8")
    return list_shared_object(oracle.build(folder / "kernel.so", "-nostdlib", source=source), "kernel.s")


def _instructions(listing: Listing) -> list[str]:
    return [" ".join(line.split()[1:]) for line in listing.text.splitlines()[1:]]


def test_the_newest_instructions_are_decoded(tmp_path: Path) -> None:
    written = ["vdpbf16ps zmm3, zmm2, zmm1", "tdpbf16ps tmm3, tmm2, tmm1", "vpdpbusd zmm3, zmm2, zmm1", "ret"]

    assert _instructions(_assembled(tmp_path, *written)) == written


def test_bytes_that_are_no_instruction_are_shown(tmp_path: Path) -> None:
    assert _instructions(_assembled(tmp_path, "nop", ".byte 0x06", "ret")) == ["nop", "(bad) 06", "ret"]


def test_an_instruction_of_line_0_is_made_by_the_compiler() -> None:
    # g++ and its assembler write no such rows; clang does.
    chain = (Frame("kernel.cpp", 0),)

    assert list(listing_module._edges(chain, "kernel.cpp", 1)) == []
    assert listing_module._reason(chain) == "made by the compiler (line 0)"


_UNIT_WITHOUT_LINES = """
.section .debug_abbrev,"",@progbits
.uleb128 1
.uleb128 0x11
.byte 0, 0, 0, 0
.section .debug_info,"",@progbits
.long 2f-1f
1: .value 4
.long .debug_abbrev
.byte 8
.uleb128 1
2:
"""


def test_a_unit_without_a_line_table_tells_nothing(tmp_path: Path) -> None:
    listing = _assembled(tmp_path, "ret", after=_UNIT_WITHOUT_LINES)

    assert listing.edges == ()
    assert "no line in the debug information" in {loss.why for loss in listing.losses}
