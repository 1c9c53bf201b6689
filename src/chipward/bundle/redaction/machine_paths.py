"""Takes machine paths out: the program's folder, homes, installed packages, temporary folders, Python itself.

Which paths a machine has is read out of the trace and its texts, not asked of the machine that redacts: that may be
another one. What it does know of itself is added.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterable
from itertools import chain
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from chipward.bundle.redaction.told import sayings
from chipward.model.trace import Trace

# Folders that all machines of a kind have; they tell nothing of this one.
_COMMON = re.compile(
    r"/?|/(?:usr|lib\w*|bin|sbin|etc|dev|proc|sys|opt|var|home|Users|tmp)(?:/(?:local|bin|lib\w*|share|tmp))?"
)

_IN_PATH = r"[^\s\"'`:;,|<>()\[\]{}=*?$\\]"  # a character of a path in the middle of a text
_STEP = rf"(?:(?!/){_IN_PATH}){{1,255}}"

_HOMES = rf"/(?:home|Users)/{_STEP}|(?<![\w./-])(?:home|Users)/{_STEP}(?=/)|/root(?![\w-])"
_TEMPORARY = (
    rf"/(?:(?:private/)?(?:var/)?tmp|(?:private/)?var/folders/{_STEP}/{_STEP}/T|dev/shm)"
    rf"(?:/{_STEP}(?=/)|(?![\w-]))"  # the first folder in it belongs to one run
)

_RUN = re.compile(_IN_PATH + "{8,4096}")

# /opt/conda/lib/python3.11/site-packages, /opt/conda/lib/python3.11, /opt/conda/bin/python3
_PACKAGES = re.compile(r"/(?:site|dist)-packages(?![\w-])")
_PYTHON = re.compile(r"/(?:lib/python3\.\d+|include/python3\.\d+|bin/python3?(?:\.\d+)?)(?![\w-])")


class MachinePaths:
    """Paths with the placeholders that stand for them, the longest first."""

    def __init__(self, trace: Trace, texts: Iterable[str]) -> None:
        self._roots: dict[str, str] = {}
        self._folders = 0
        program = trace.program
        self._add(program.directory, "<program>")
        self._add(str(PurePosixPath(program.entry).parent), "<program>")
        self._add(str(Path.home()), "<home>")
        self._add(tempfile.gettempdir(), "<temp>")
        for text in chain(sayings(trace), texts):
            self._learn(text)
        self._add(sys.prefix, "<python>")
        self._compile()
        for file in program.files:
            self._add_folder(str(PurePosixPath(file.path).parent))
        for value in (*trace.environment.variables.values(), *trace.environment.settings.values()):
            for path in value.split(":"):  # LD_LIBRARY_PATH is a list
                self._add_folder(path)

    def _learn(self, text: str) -> None:
        for run in _RUN.finditer(text):
            start = run[0].find("/")
            if start >= 0 and (found := _PACKAGES.search(run[0], start)):
                self._add(run[0][start : found.end()], "<site-packages>")
            if start >= 0 and (found := _PYTHON.search(run[0], start)):
                self._add(run[0][start : found.start()], "<python>")

    def _add(self, path: str, placeholder: str) -> None:
        path = path.rstrip("/")
        if path.startswith("/") and not _COMMON.fullmatch(path):
            self._roots.setdefault(path, placeholder)

    def _add_folder(self, path: str) -> None:
        if path == self.out_of(path):  # else it lies in a folder that has a placeholder
            before = len(self._roots)
            self._add(path, f"<folder-{self._folders + 1}>")
            self._folders += len(self._roots) - before
            self._compile()

    def out_of(self, text: str) -> str:
        """Return the text with a placeholder for each path; a path that holds line ends leaves them."""
        while True:
            mended = self._pattern.sub(self._placeholder, text)
            if mended == text:
                return text
            text = mended

    def occurs(self, raw: str) -> bool:
        """Whether a binary names such a path."""
        return self._pattern.search(raw) is not None

    def _compile(self) -> None:
        self._spelled = {
            spelling: placeholder for root, placeholder in self._roots.items() for spelling in _spellings(root)
        }
        literal = (re.escape(path) + _end(path) for path in sorted(self._spelled, key=lambda path: (-len(path), path)))
        self._pattern = re.compile("|".join((*literal, f"(?P<temp>{_TEMPORARY})", f"(?P<home>{_HOMES})")))

    def _placeholder(self, found: re.Match[str]) -> str:
        placeholder = f"<{found.lastgroup}>" if found.lastgroup else self._spelled[found[0]]
        return placeholder + "\n" * found[0].count("\n")


def _spellings(path: str) -> set[str]:
    escaped = json.dumps(path)[1:-1]
    return {
        path,
        escaped,
        escaped.replace("/", "\\/"),
        json.dumps(path, ensure_ascii=False)[1:-1],
        repr(path)[1:-1],
        path.replace(" ", "\\ "),
        quote(path, errors="surrogateescape"),
        quote(path, safe="", errors="surrogateescape"),
        path.encode("utf-8", "surrogateescape").decode("latin-1"),
    }


def _end(spelling: str) -> str:
    # `/app` is short enough to begin other words: `/apple`.
    return r"(?![\w-])" if spelling.count("/") == 1 else ""
