"""The listing of an object file agrees with binutils; one that is broken is refused in a sentence."""

import re
import subprocess
from contextlib import suppress
from pathlib import Path

import binutils_oracle as oracle
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chipward.artifacts.kinds.asm_x86 import KIND
from chipward.artifacts.machine_code.alignment import align
from chipward.artifacts.machine_code.object_listing import ObjectListing, list_object
from chipward.errors import Misuse

SOURCE = """
extern double elsewhere(double);
extern int table[];
double scale(const float *x, float *y, long n) {
    double sum = 0.5;
    for (long i = 0; i < n; i++) { y[i] = x[i] * 0.1f + table[i & 3]; sum += elsewhere(y[i]); }
    return sum;
}
int twice(int x) { return x * 2 + table[2]; }
"""
# As XLA has LLVM lay out what it loads itself, and as compilers do without being told.
MODELS = {"large": ("-mcmodel=large",), "small": ()}


def build(folder: Path, *flags: str, source: str = SOURCE) -> Path:
    file, out = folder / "kernel.c", folder / "kernel.o"
    file.write_text(source)
    command = ["gcc", "-O3", "-march=x86-64-v3", "-fno-pic", "-c", str(file), "-o", str(out), *flags]
    subprocess.run(command, check=True, timeout=60)
    return out


@pytest.fixture(scope="module", params=MODELS)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp(request.param), *MODELS[request.param])


@pytest.fixture(scope="module")
def listing(file: Path) -> ObjectListing:
    return list_object(file.read_bytes(), "kernel.o")


def test_functions_and_instructions_are_those_that_objdump_sees(file: Path, listing: ObjectListing) -> None:
    assert {function.name for function in listing.functions} == {"scale", "twice"}
    for function in listing.functions:
        theirs = oracle.disassemble(file, function.name)
        ours = [one.instruction for one in function.code]
        assert [one.address for one in ours] == [one.address for one in theirs]
        assert [one.mnemonic for one in ours if one.mnemonic.startswith("v")] == [
            one.mnemonic for one in theirs if one.mnemonic.startswith("v")
        ]


def test_bytes_of_instructions_make_up_the_functions(file: Path, listing: ObjectListing) -> None:
    sizes = {name: size for name, (_, size) in oracle.functions(file).items()}

    assert {one.name: sum(len(line.code) for line in one.code) for one in listing.functions} == sizes


def test_names_are_told_where_readelf_finds_relocations(file: Path, listing: ObjectListing) -> None:
    wanted = oracle.relocations(file)

    named = [(line.instruction.address, len(line.code), line.name) for line in listing.code if line.name]

    assert len(named) == len(wanted)
    assert all(start < place < start + size for (start, size, _), place in zip(named, wanted, strict=True))
    assert {"elsewhere", "table"} <= {re.split(r"[+-]", name)[0] for _, _, name in named}


def test_the_text_holds_a_line_for_each_instruction(listing: ObjectListing) -> None:
    lines = listing.text.split("\n")

    assert KIND.count(lines) == len(listing.code)
    for function in listing.functions:
        assert lines[function.heading - 1].endswith(f"<{function.name}>:")
        for one in function.code:
            assert lines[one.line - 1].split()[1] == one.instruction.mnemonic.split()[0]
            assert not one.name or lines[one.line - 1].endswith(f"; {one.name}")


def test_the_same_code_is_aligned_line_by_line(listing: ObjectListing) -> None:
    found = align(listing.code, listing.code)

    assert found.identical
    assert found.pairs == tuple((place, place) for place in range(len(listing.code)))


def test_code_with_other_registers_is_alike() -> None:
    def code(*instructions: bytes) -> ObjectListing:
        return _object(b"".join(instructions))

    one = code(b"\xc5\xf8\x57\xc0", b"\xc3")  # vxorps xmm0, xmm0, xmm0; ret
    other = code(b"\xc5\xf0\x57\xc9", b"\xc3")  # vxorps xmm1, xmm1, xmm1; ret
    longer = code(b"\x55", b"\xc5\xf0\x57\xc9", b"\xc3")  # push rbp first
    wider = code(b"\xc5\xfc\x57\xc0", b"\xc3")  # vxorps ymm0, ymm0, ymm0; ret

    assert (align(one.code, other.code).identical, align(one.code, other.code).alike) == (False, True)
    assert align(one.code, longer.code).pairs == ((0, 1), (1, 2))
    assert align(one.code, wider.code).pairs == ((1, 1),)


def test_constants_are_the_same_in_whichever_section_they_lie(listing: ObjectListing) -> None:
    moved = [line._replace(name=line.name.replace(".rodata", ".lrodata")) for line in listing.code]
    other = [line._replace(name=f"{line.name}+0x8" if line.name else "") for line in listing.code]

    assert align(listing.code, moved).identical
    assert not align(listing.code, other).identical


def test_what_is_not_there_is_aligned_with_nothing(listing: ObjectListing) -> None:
    assert not align(listing.code, ()).pairs
    assert align((), ()).identical


def test_a_file_without_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="holds no function"):
        list_object(build(tmp_path, source="int nothing;").read_bytes(), "empty.o")
    with pytest.raises(Misuse, match="not an ELF file"):
        list_object(b"nothing of the sort", "text")


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=40
)
@given(data=st.data())
def test_a_broken_file_is_listed_or_refused(file: Path, data: st.DataObject) -> None:
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))

    with suppress(Misuse):
        found = list_object(bytes(content), "kernel.o")
        assert found.text.count("\n") == found.lines


def _object(code: bytes) -> ObjectListing:
    import llvmlite.binding as llvm  # noqa: PLC0415 -- one test alone assembles

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()
    told = ", ".join(f"0x{byte:02x}" for byte in code)
    assembly = (".globl f", ".type f,@function", f"f: .byte {told}", ".size f, .-f")
    text = "".join(f'module asm "{line}"\n' for line in assembly)
    machine = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine()
    return list_object(bytes(machine.emit_object(llvm.parse_assembly(text))), "f.o")
