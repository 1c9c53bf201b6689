"""The real server in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(data: Path | None = None) -> Iterator[str]:
    """Serve a data folder, or the one that chipward ships. Yields the address without its last slash."""
    with _answering(["serve", *(["--data", str(data)] if data else [])]) as address:
        yield address.rstrip("/")


@contextmanager
def opening(bundle: Path) -> Iterator[str]:
    """Open a trace. Yields the address of its viewer."""
    with _answering(["open", str(bundle)]) as address:
        yield address


@contextmanager
def _answering(words: Sequence[str]) -> Iterator[str]:
    command = [sys.executable, "-m", "chipward", *words, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://\S+", said)
            if address is None:
                message = f"`chipward {words[0]}` named no address: {said!r}"
                raise RuntimeError(message)
            yield address[0]
        finally:
            server.terminate()
