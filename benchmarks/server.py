"""The real server in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(data: Path | None = None) -> Iterator[str]:
    """Serve a data folder, or the one that chipward ships. Yields the address without its last slash."""
    command = [sys.executable, "-m", "chipward", "serve", "--port", "0"]
    if data is not None:
        command += ["--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://\S+", said)
            if address is None:
                message = f"`chipward serve` named no address: {said!r}"
                raise RuntimeError(message)
            yield address[0].rstrip("/")
        finally:
            server.terminate()
