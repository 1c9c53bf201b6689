"""What a kind of artifact is: how its text is called, coloured and counted, and how its lines point home."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from chipward.artifacts.locations.home import HomeReader, NameReader
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

_WORD = re.compile(r"\w")


def has_words(text: str) -> bool:
    """Whether a line says anything: blank lines and lone brackets do not."""
    return _WORD.search(text) is not None


@dataclass(frozen=True)
class Kind:
    """One kind of artifact. Its id never changes meaning."""

    id: KindId
    title: str
    layer: Layer  # where it stands if the explainer names no stage for it
    language: str  # the editor's mode; "text" for none
    suffix: str  # of its file, without the dot
    noun: tuple[str, str] = ("line", "lines")  # one, several
    is_item: Callable[[str], bool] = has_words  # does a line of it count as one of those?
    is_text: bool = True
    turn: int = 0  # among the texts of its layer; what reports on others comes after them
    locate: HomeReader | None = None  # the lines of files that its lines come from
    calls: Callable[[str], str] | None = None  # what an item calls, in a word
    defines: NameReader | None = None  # the names of what its lines are
    mentions: NameReader | None = None  # the names, defined in an earlier artifact, of what its lines come from

    def count(self, lines: Iterable[str]) -> int:
        """How many of these lines count as items."""
        return sum(map(self.is_item, lines))
