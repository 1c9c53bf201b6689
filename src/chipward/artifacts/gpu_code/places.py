"""What a reader of GPU code yields: for each line of code the chain of places that it came from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

_LONGEST_NUMBER = 9  # digits: no file has more lines, no line more columns


class Frame(NamedTuple):
    """A place in a source. Line 0: the compiler does not say which line of the file."""

    file: str  # as the text names it: a path where it tells one, else a bare name; empty if unknown
    line: int
    column: int = 0
    function: str = ""  # empty where the text does not name it


Chain = tuple[Frame, ...]  # the own place first, then the calls through which it was inlined, outermost last

UNKNOWN = Frame("", 0)


@dataclass(frozen=True)
class Located:
    """The lines of a text that are code, and where each came from."""

    lines: int  # of the whole text
    chains: Mapping[int, tuple[Chain, ...]]  # several where the compiler made one thing of several
    silent: Mapping[int, str]  # lines of code that name no place, and why

    @property
    def items(self) -> Iterator[int]:
        """The lines that are code, told or not."""
        yield from self.chains
        yield from self.silent


def known(chain: Chain) -> Chain:
    """A chain without the places at its inner end of which no line is known."""
    first = next((depth for depth, frame in enumerate(chain) if frame.line > 0), len(chain))
    return chain[first:]


def same_file(one: str, other: str) -> bool:
    """Whether two names mean one file: equal, or one is the end of the other's path."""
    return one == other or (bool(one and other) and (one.endswith(f"/{other}") or other.endswith(f"/{one}")))


def name_of(file: str) -> str:
    """The last part of a path."""
    return PurePosixPath(file).name if "/" in file else file


def joined(folder: str, file: str) -> str:
    """The path of a file that is named next to the folder of its compilation."""
    return file if not folder or file.startswith("/") else f"{folder.rstrip('/')}/{file}"


def number(digits: str) -> int:
    """A line or column as a text spells it; 0, which means unknown, where no file could have so many."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else 0


def count_lines(text: str) -> int:
    """How many lines a text has: each ends at a line feed, the last may lack it."""
    return text.count("\n") + (text != "" and not text.endswith("\n"))
