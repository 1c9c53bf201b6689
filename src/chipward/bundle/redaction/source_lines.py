"""Takes the program's source out: its files, and wherever a graph, a log or a finding quotes them."""

import json
import re
from collections.abc import Iterable, Iterator

from chipward.bundle.redaction.source_expressions import SHORTEST_PART, expressions

PLACEHOLDER = "<source>"
SHORTEST = 8  # characters of a line that says something: `else:` and `x = y` do not

_CUT = "…"  # ends a quotation that somebody cut short
_FARTHEST = 400  # characters of such a quotation

# # File: train.py:18 in forward, code: return torch.relu(self.a(x))
_QUOTATION = re.compile(r"(?<=\bcode: )(?!<source>)\S.*")


class SourceLines:
    """The lines that say something and, if asked for, the expressions, found again by their beginnings."""

    def __init__(self, sources: Iterable[str], *, in_parts: bool = False) -> None:
        told: set[str] = set()
        for source in sources:
            told.update(line for each in source.split("\n") if len(line := each.strip()) >= SHORTEST)
            if in_parts:
                told |= expressions(source)
        by_start: dict[str, list[str]] = {}
        for said in sorted({spelled for each in told for spelled in _spellings(each)}, key=lambda it: (-len(it), it)):
            by_start.setdefault(said[:SHORTEST_PART], []).append(said)
        self._by_start = {start: tuple(said) for start, said in by_start.items()}

    def out_of(self, text: str) -> str:
        """Return the text with a placeholder for each piece of source that it quotes."""
        return _QUOTATION.sub(PLACEHOLDER, "".join(self._pieces(text)))

    def occurs(self, raw: str) -> bool:
        """Whether a binary quotes the source."""
        return any(piece == PLACEHOLDER for piece in self._pieces(raw))

    def _pieces(self, text: str) -> Iterator[str]:
        kept = at = 0
        starts = self._by_start
        last = len(text) - SHORTEST_PART if starts else -1
        while at <= last:
            told = starts.get(text[at : at + SHORTEST_PART])
            length = _length(text, at, told) if told else 0
            if not length:
                at += 1
                continue
            yield text[kept:at]
            yield PLACEHOLDER
            kept = at = at + length
        yield text[kept:]


def _length(text: str, at: int, told: tuple[str, ...]) -> int:
    """How much of a text is a quotation that begins here: a whole one, or one that was cut short."""
    whole = next((len(said) for said in told if text.startswith(said, at)), 0) if text.startswith(told, at) else 0
    cut = text.find(_CUT, at, at + _FARTHEST) - at
    if cut > max(whole, SHORTEST_PART) and any(said.startswith(text[at : at + cut]) for said in told):
        return cut
    return whole


def _spellings(said: str) -> Iterator[str]:
    if "\n" not in said:  # each of several lines is said by itself: the lines of a text are to stay
        yield said
        yield said.encode("utf-8", "surrogateescape").decode("latin-1")  # as a binary holds it
    yield json.dumps(said)[1:-1]  # as a log quotes it
    yield json.dumps(said, ensure_ascii=False)[1:-1]
