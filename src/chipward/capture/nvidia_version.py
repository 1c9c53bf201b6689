"""The version of one of NVIDIA's tools, as ``--version`` tells it."""

import re

# e.g. "Cuda compilation tools, release 13.1, V13.1.80"
_VERSION = re.compile(r"\brelease \S+, V(?P<version>\d[\d.]*)")


def version_in(said: str) -> str | None:
    """Return 13.1.80, or None where a text tells none."""
    found = _VERSION.search(said)
    return found["version"] if found else None
