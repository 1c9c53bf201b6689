"""Quotes the expression at a place of a Python file, and names files briefly."""

import linecache
import re
from collections.abc import Iterable
from pathlib import PurePath

from chipward.capture.columns import in_characters
from chipward.capture.place import Place

_COMMENT = re.compile(r"(?:^|\s)\s*# .*")
_LONGEST = 100  # characters of a quote
_PACKAGES = ("site-packages", "dist-packages")


def columns(place: Place) -> tuple[int, int] | None:
    """The columns of the expression in its first line, in characters. Python counts them in bytes."""
    if place.columns is None:
        return None
    line = linecache.getline(place.file, place.line).rstrip("\n")
    start, stop = place.columns
    if place.last > place.line:
        return in_characters(line, (start, start))[0], len(line)
    return in_characters(line, (start, stop))


def expression(place: Place) -> str:
    """The expression as it stands in the file. Empty if the file is not there."""
    lines = [linecache.getline(place.file, number).rstrip("\n") for number in range(place.line, place.last + 1)]
    if place.columns is not None and lines:
        start, stop = place.columns
        lines[-1] = lines[-1].encode()[:stop].decode(errors="replace")
        lines[0] = lines[0].encode()[start:].decode(errors="replace")
    return "\n".join(lines)


def quote(place: Place) -> str:
    """The expression in one line, without comments between its lines."""
    lines = expression(place).split("\n")
    text = " ".join(word for line in lines for word in _COMMENT.sub("", line).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


class Names:
    """Names files by as much of the end of their path as tells them apart; those of packages from the package on."""

    def __init__(self, files: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        paths = {file: PurePath(file).parts for file in sorted(set(files))}
        for file, parts in paths.items():
            others = [other for other in paths.values() if other != parts]
            packaged = [parts.index(name) for name in _PACKAGES if name in parts]
            size = len(parts) - packaged[0] - 1 if packaged else 1
            while any(other[-size:] == parts[-size:] for other in others) and size < len(parts):
                size += 1
            self._names[file] = "/".join(parts[-size:])

    def __getitem__(self, file: str) -> str:
        return self._names[file]


def spell_place(place: Place, names: Names) -> str:
    """`mlp.py:35:23-38 in MLP.forward: self.hidden(x)`, as much of it as is known."""
    span, said = columns(place), quote(place)
    where = f"{names[place.file]}:{place.line}" + (f":{span[0]}-{span[1]}" if span else "")
    return f"{where} in {place.function}" + (f": {said}" if said else "")
