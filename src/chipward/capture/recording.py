"""What was seen in a program, in a file of its own beside the journal: a JSON record a line, written as it is seen.

The program may be killed at any moment, so nothing is held back but the counts. They are written now and then.
"""

import json
import linecache
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


class Recording:
    """Appends records. A disk that is full ends it, never the program."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.trouble: str | None = None
        self._texts: set[str] = set()

    def write(self, **record: Any) -> None:  # noqa: ANN401 -- any JSON
        """Append a record. The file is opened anew each time: a program may close descriptors that it does not know."""
        if self.trouble is not None:
            return
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        try:
            descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                while line:
                    line = line[os.write(descriptor, line) :]
            finally:
                os.close(descriptor)
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def keep_text(self, file: str) -> None:
        """Keep the text of what is on no disk: a notebook's cell, a docstring's example."""
        if file in self._texts:
            return
        self._texts.add(file)
        if not os.path.exists(file):  # noqa: PTH110 -- any name at all
            text = "".join(linecache.getlines(file))
            if text:
                self.write(source=file, text=text)


def read_records(file: Path) -> Iterator[Mapping[str, Any]]:
    """Read a recording. A last line that was cut by a kill is left out; texts that were kept can be quoted again."""
    for line in file.read_text(errors="replace").split("\n"):
        try:
            record = json.loads(line)
        except ValueError:
            return
        if "source" in record:
            _remember(record["source"], record["text"])
        else:
            yield record


def _remember(file: str, text: str) -> None:
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)  # None: on no disk
