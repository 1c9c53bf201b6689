"""What an address holds, told by how it ends. The machine's own table is not asked: it differs between machines."""

from pathlib import PurePosixPath

_TYPES = {
    ".atom": "application/atom+xml; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
_COMPRESSED_ALREADY = frozenset({".ico", ".png", ".woff2"})


def media_type(url: str) -> str:
    """The Content-Type of an address; pages end in a slash."""
    if url.endswith("/"):
        return _TYPES[".html"]
    return _TYPES.get(PurePosixPath(url).suffix, "application/octet-stream")


def can_shrink(url: str) -> bool:
    """Whether compressing it is worth the while."""
    return PurePosixPath(url).suffix not in _COMPRESSED_ALREADY
