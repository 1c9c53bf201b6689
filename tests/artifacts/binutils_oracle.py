"""What binutils say of a shared object: a reader of ELF, DWARF and x86 that shares no line with ours."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

CPP = Path(__file__).parent / "cpp"

# e.g. "    25d9:\tvmaxps zmm0,zmm1,ZMMWORD PTR [rcx+rdx*4]"
_INSTRUCTION = re.compile(r" +(?P<address>[0-9a-f]+):\t(?P<text>.*)")
# e.g. "/src/kernel.cpp:18 (discriminator 3)", "kernel.cpp:?"
_FRAME = re.compile(r"(?P<file>.*):(?P<line>[0-9]+|\?)(?: \(discriminator [0-9]+\))?$")


class Disassembled(NamedTuple):
    """An instruction as `objdump` has it."""

    address: int
    mnemonic: str
    operands: str


def build(out: Path, *flags: str, source: Path = CPP / "kernel.cpp") -> Path:
    """Compile a source as Inductor compiles its kernels, with these flags too."""
    command = ["g++", "-O3", "-march=x86-64-v3", "-fopenmp", "-shared", "-fPIC", *flags, str(source), "-o", str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return out


def disassemble(so: Path, function: str) -> list[Disassembled]:
    """The instructions of a function, in Intel's syntax."""
    told = _run("objdump", "-d", "-M", "intel", "--no-show-raw-insn", f"--disassemble={function}", str(so))
    found = []
    for match in filter(None, map(_INSTRUCTION.match, told.splitlines())):
        mnemonic, _, operands = match["text"].partition(" ")
        found.append(Disassembled(int(match["address"], 16), mnemonic, operands.strip()))
    return found


def chains(so: Path, addresses: Sequence[int]) -> Iterator[list[tuple[str, int]]]:
    """For each address the file and line of the instruction, then of the calls it was inlined through."""
    told = _run("addr2line", "-a", "-i", "-e", str(so), given="".join(f"{address:#x}\n" for address in addresses))
    for block in re.split(r"^0x[0-9a-f]+\n", told, flags=re.MULTILINE)[1:]:
        frames = [match for line in block.splitlines() if (match := _FRAME.match(line))]
        yield [(PurePosixPath(frame["file"]).name, int(frame["line"].replace("?", "0"))) for frame in frames]


def functions(so: Path) -> dict[str, tuple[int, int]]:
    """The address and size of each function."""
    table = [line.split() for line in _run("readelf", "-sW", str(so)).splitlines()]
    return {
        row[7]: (int(row[1], 16), int(row[2], 0))
        for row in table
        if len(row) == 8 and row[3] == "FUNC" and row[6] != "UND"
    }


def relocations(file: Path) -> list[int]:
    """Where the code of an object file is to be filled in, by the address, section by section."""
    sections = _run("readelf", "-rW", str(file)).split("Relocation section '")
    return sorted(
        int(row.split()[0], 16)
        for section in sections
        if section.startswith((".rela.text", ".rela.ltext"))
        for row in section.splitlines()[2:]
        if row.strip()
    )


def _run(*command: str, given: str = "") -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, input=given, timeout=60).stdout
