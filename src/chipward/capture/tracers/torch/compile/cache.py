"""Compiling afresh: Inductor gets a cache of its own for the length of the trace.

The precompiled header of Inductor's kernels does not live there: PyTorch keeps it per user, so a trace does not pay for
it again. With `--reuse-caches` the user's caches answer, and what they answered is marked.
"""

import os
from pathlib import Path

VARIABLE = "TORCHINDUCTOR_CACHE_DIR"
PLACEHOLDER = "$TORCHINDUCTOR_CACHE_DIR"


class OwnCache:
    """A cache folder that only this trace uses, in all of its processes. It goes away with the spool folder."""

    def __init__(self, spool: Path) -> None:
        self._folder = str(spool / "inductor-cache")
        self._before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = self._folder

    def restore(self) -> None:
        """Give the program its variable back."""
        if os.environ.get(VARIABLE) == self._folder:
            if self._before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = self._before


def without_cache_folder(text: str) -> str:
    """The text with the cache's folder named by its variable, so that it reads the same in every run."""
    folder = cache_folder()
    return text.replace(folder, PLACEHOLDER) if folder else text


def cache_folder() -> str:
    """Inductor's cache as it is set now."""
    return os.environ.get(VARIABLE, "")
