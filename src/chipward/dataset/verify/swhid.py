"""Software Heritage identifiers: the name of a text by its content, with where it was."""

import hashlib

from chipward.dataset.verify.occurrence import Lines
from chipward.model.citation import Source


def blob_hash(content: bytes) -> str:
    """Return the hash that git gives to a file with this content."""
    header = b"blob %d\0" % len(content)
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()


def swhid(content: bytes, source: Source, lines: Lines | None) -> str:
    """Name a text, where it belongs and which lines are meant."""
    qualifiers = []
    if source.repository and source.path:
        qualifiers.append(f"origin=https://github.com/{source.repository}")
        if source.commit:
            qualifiers.append(f"anchor=swh:1:rev:{source.commit}")
        qualifiers.append("path=/" + source.path.replace("%", "%25").replace(";", "%3B"))
    elif source.url:
        qualifiers.append("origin=" + source.url.replace("%3B", "%253B").replace(";", "%3B"))
    if lines:
        first, last = lines
        qualifiers.append(f"lines={first}" if first == last else f"lines={first}-{last}")
    return ";".join([f"swh:1:cnt:{blob_hash(content)}", *qualifiers])
