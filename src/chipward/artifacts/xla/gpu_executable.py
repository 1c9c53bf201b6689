"""What XLA compiled for a GPU, as an executable holds it when it is serialised: the machine code of each kernel."""

from collections.abc import Iterator

from chipward.artifacts.xla.riegeli import records

_ELF = b"\x7fELF"
_HEADER = 64  # bytes, of ELF for 64 bits
_CUDA = 190  # EM_CUDA
_MACHINE = slice(18, 20)
_PROGRAMS, _SECTIONS = slice(32, 40), slice(40, 48)  # where the tables stand
_PROGRAM_SIZE, _PROGRAM_COUNT = slice(54, 56), slice(56, 58)
_SECTION_SIZE, _SECTION_COUNT = slice(58, 60), slice(60, 62)


def cubins(content: bytes) -> tuple[bytes, ...]:
    """The cubins in a serialised executable, in the order in which they stand, each once. Never raises.

    Empty where it holds none, or packs them in a way that is not known here.
    """
    return tuple(dict.fromkeys(found for record in records(content) for found in _images(record)))


def _images(record: bytes) -> Iterator[bytes]:
    at = record.find(_ELF)
    while at >= 0:
        size = _size(record[at : at + _HEADER])
        if size and at + size <= len(record):
            yield record[at : at + size]
        at = record.find(_ELF, at + max(size, len(_ELF)))


def _size(header: bytes) -> int:
    # The tables of sections and of programs come last; whichever ends later ends the file.
    if len(header) < _HEADER or _number(header, _MACHINE) != _CUDA:
        return 0
    return max(
        _number(header, _SECTIONS) + _number(header, _SECTION_SIZE) * _number(header, _SECTION_COUNT),
        _number(header, _PROGRAMS) + _number(header, _PROGRAM_SIZE) * _number(header, _PROGRAM_COUNT),
    )


def _number(header: bytes, where: slice) -> int:
    return int.from_bytes(header[where], "little")
