"""Cubins out of serialised executables."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.gpu_executable import cubins
from chipward.artifacts.xla.riegeli import BEGINS

_CUDA, _X86 = 190, 62


def elf(content: bytes, machine: int = _CUDA) -> bytes:
    """An ELF file of so many bytes: its header says that a table of one empty section ends it."""
    header = (
        b"\x7fELF"
        + bytes(12)
        + struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0, 0, 64 + len(content), 0, 64, 0, 0, 64, 1, 0)
    )
    return header + content + bytes(64)


def executable(record: bytes) -> bytes:
    size, length = bytearray(), len(record)
    while length > 0x7F:
        size.append(length & 0x7F | 0x80)
        length >>= 7
    sizes = bytes([*size, length])
    data = b"\0" + bytes([len(sizes)]) + sizes + record
    chunk = struct.pack("<QQQ", 0, len(data), 0) + b"r" + (1).to_bytes(7, "little") + bytes(8) + data
    return b"XLA" + BEGINS + bytes(16) + chunk


def test_each_cubin_stands_once_in_the_order_of_the_file() -> None:
    first, second = elf(b"first"), elf(b"second one")

    assert cubins(executable(b"\x0a" + second + b"between" + first + second)) == (second, first)


def test_code_for_another_machine_is_no_cubin() -> None:
    assert cubins(executable(elf(b"code", _X86))) == ()


def test_a_cubin_that_is_cut_short_is_left_out() -> None:
    assert cubins(executable(elf(b"content")[:-1])) == ()


@given(st.binary(max_size=200))
def test_no_bytes_make_it_raise(content: bytes) -> None:
    assert isinstance(cubins(executable(b"\x7fELF" + content)), tuple)
