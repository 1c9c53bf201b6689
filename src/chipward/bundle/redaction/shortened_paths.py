"""Takes out what is left of a path whose beginning somebody cut off.

PyTorch shortens a file's name by what it has in common with PyTorch's own folder, letter by letter. Of
``/srv/alice/model/train.py`` it may say ``lice/model/train.py``, which no list of folders would find.
"""

import re
from collections.abc import Iterable

from chipward.bundle.redaction.machine_paths import MachinePaths

_BEFORE = re.compile(r"[\s\"'`:;,|<>()\[\]{}=*?$\\#]")  # what may stand before a path in the middle of a text


class ShortenedPaths:
    """The files of the program, found again by their ends."""

    def __init__(self, files: Iterable[str], paths: MachinePaths) -> None:
        self._files = [
            (file, _end(file, mended), mended)
            for file in files
            if (mended := paths.out_of(file)) != file and "\n" not in file  # the lines of a text are to stay
        ]

    def out_of(self, text: str) -> str:
        """Return the text with the whole placeholder for each path that is left in part."""
        for file, end, mended in self._files:
            if end in text:
                text = "".join(_pieces(text, file, end, mended))
        return text

    def occurs(self, raw: str) -> bool:
        """Whether a binary names a path in part."""
        return self.out_of(raw) != raw


def _end(file: str, mended: str) -> str:
    """What a path and its placeholder have in common: ``/train.py``."""
    length = 0
    while length < min(len(file), len(mended)) and file[-1 - length] == mended[-1 - length]:
        length += 1
    return file[len(file) - length :]


def _pieces(text: str, file: str, end: str, mended: str) -> Iterable[str]:
    kept = 0
    at = text.find(end) if end else -1
    while at >= 0:
        start, left = at, len(file) - len(end)
        while start > kept and left and text[start - 1] == file[left - 1]:
            start, left = start - 1, left - 1
        while text[start].isspace():  # it stands before the path, though the path holds one there too
            start += 1
        if start < at and (start == 0 or _BEFORE.match(text[start - 1])):
            yield text[kept:start]
            yield mended
            kept = at + len(end)
        at = text.find(end, at + len(end))
    yield text[kept:]
