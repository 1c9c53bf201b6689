"""What the mode saw, in a file of its own beside the journal: a JSON record a line, written as it is seen.

The program may be killed at any moment, so nothing is held back but the counts. They are written now and then.
"""

import json
import os
from pathlib import Path
from typing import Any


class Recording:
    """Appends records. A disk that is full ends it, never the program."""

    def __init__(self, folder: Path, process: int) -> None:
        self.file = folder / f"eager-{process}.jsonl"
        self.trouble: str | None = None

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
