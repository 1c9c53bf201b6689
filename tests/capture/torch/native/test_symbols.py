"""The symbols of a shared object, against binutils."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from chipward.capture.tracers.torch.native.demangle import demangle
from chipward.capture.tracers.torch.native.names import words_of
from chipward.capture.tracers.torch.native.symbols import SharedObject

NM = shutil.which("nm") or "nm"
SOURCE = """
namespace far { int away(int a) { return a * 3 + 1; } }
extern "C" int near(int a) { return far::away(a) + 2; }
static int hidden(int a) { return a - 5; }
extern "C" int (*chosen())(int) { return hidden; }
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "far.cpp").write_text(SOURCE)
    command = ["g++", "-O1", "-fno-inline", "-shared", "-fPIC", "-o", "far.so", "far.cpp"]
    subprocess.run(command, check=True, cwd=folder)
    return folder / "far.so"


def test_every_function_is_found_where_binutils_finds_it(library: Path) -> None:
    shared = SharedObject(library)
    told = subprocess.run([NM, "-S", "--defined-only", str(library)], check=True, capture_output=True, text=True)
    functions = [line.split() for line in told.stdout.splitlines() if " t " in line.lower() and len(line.split()) == 4]
    assert {"near", "_ZN3far4awayEi"} <= {name for *_, name in functions}
    for address, size, _, name in functions:
        start, length = int(address, 16), int(size, 16)
        for inside in (start, start + length - 1):
            symbol = shared.symbol_at(inside)
            assert symbol is not None
            assert (symbol.address, symbol.size) == (start, length)
        assert shared.symbol_at(start) == (name, start, length)


def test_the_code_of_a_function_is_what_runs(library: Path) -> None:
    shared = SharedObject(library)
    loaded = ctypes.CDLL(str(library))
    place = ctypes.cast(loaded.near, ctypes.c_void_p).value
    assert place is not None
    told = subprocess.run([NM, "--defined-only", str(library)], check=True, capture_output=True, text=True)
    address = next(int(line.split()[0], 16) for line in told.stdout.splitlines() if line.endswith(" near"))
    symbol = shared.symbol_at(address)
    assert symbol is not None
    assert shared.code(symbol) == ctypes.string_at(place, symbol.size)


def test_nothing_is_found_where_there_is_nothing(library: Path) -> None:
    shared = SharedObject(library)
    assert shared.symbol_at(0) is None
    assert shared.symbol_at(1 << 40) is None
    assert shared.address_at(1 << 40) is None


def test_what_is_no_elf_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no library at all")
    with pytest.raises(ValueError, match="text is not a 64-bit little-endian ELF file"):
        SharedObject(tmp_path / "text")


def test_names_read_as_people_write_them() -> None:
    assert demangle("_ZN3far4awayEi") == "far::away(int)"
    assert demangle("near") == "near"


def test_of_a_name_that_no_demangler_reads_the_words_are_kept() -> None:
    frame = "_ZN2at8internal15invoke_parallelIZNS_12parallel_forIZNS_6native12_GLOBAL__N_129adaptive_avg"
    assert words_of(f"{frame}_pool3d_out_frameIdEEvPKT_PS6_lllllllllllEUlllE_EEvlllRS7_EUlllE_EEvlllSB_") == (
        "at::internal::invoke_parallel::parallel_for::native::(anonymous namespace)::adaptive_avg_pool3d_out_frame"
    )
