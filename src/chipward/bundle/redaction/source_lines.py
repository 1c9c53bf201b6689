"""Takes the program's source out: its files, and wherever a graph, a log or a finding quotes a line of them."""

import json
import re
from collections.abc import Iterable, Iterator

PLACEHOLDER = "<source>"
SHORTEST = 8  # characters of a line that says something: `else:` and `x = y` do not

# # File: train.py:18 in forward, code: return torch.relu(self.a(x))
_QUOTATION = re.compile(r"(?<=\bcode: )(?!<source>)\S.*")


class SourceLines:
    """The lines that say something, found again by their beginnings."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._by_start: dict[str, list[str]] = {}
        told = {spelled for source in sources for line in source.split("\n") for spelled in _spellings(line.strip())}
        for line in sorted(told, key=lambda line: (-len(line), line)):
            self._by_start.setdefault(line[:SHORTEST], []).append(line)

    def out_of(self, text: str) -> str:
        """Return the text with a placeholder for each line of source that it quotes."""
        return _QUOTATION.sub(PLACEHOLDER, "".join(self._pieces(text)))

    def occurs(self, raw: str) -> bool:
        """Whether a binary quotes a line of source."""
        return any(piece == PLACEHOLDER for piece in self._pieces(raw))

    def _pieces(self, text: str) -> Iterator[str]:
        kept = at = 0
        starts = self._by_start
        last = len(text) - SHORTEST if starts else -1
        while at <= last:
            lines = starts.get(text[at : at + SHORTEST])
            line = next((line for line in lines if text.startswith(line, at)), None) if lines else None
            if line is None:
                at += 1
                continue
            yield text[kept:at]
            yield PLACEHOLDER
            kept = at = at + len(line)
        yield text[kept:]


def _spellings(line: str) -> Iterator[str]:
    if len(line) >= SHORTEST:
        yield line
        yield json.dumps(line)[1:-1]  # as a log quotes it
        yield json.dumps(line, ensure_ascii=False)[1:-1]
        yield line.encode("utf-8", "surrogateescape").decode("latin-1")  # as a binary holds it
