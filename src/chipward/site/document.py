"""What the site holds besides pages: data files, feeds, pictures, scripts, and bytes to be kept."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from chipward.site.site import Site


@dataclass(frozen=True)
class Download:
    """Bytes that somebody else wrote. A browser keeps them or hands them to a script, and never shows them."""

    filename: str  # safe in a header: letters, digits, `.`, `_` and `-`
    is_text: bool
    size: int
    mark: str | None  # what tells it from others: its hash; None where nobody worked that out
    chunks: Callable[[], Iterator[bytes]]

    @property
    def media_type(self) -> str:
        """Plain text or bytes, and nothing else, whatever the bytes look like."""
        return "text/plain; charset=utf-8" if self.is_text else "application/octet-stream"


def _none(_site: Site) -> Mapping[str, Download]:
    return {}


@dataclass(frozen=True)
class Document:
    """One kind of document: its addresses, and for each how to make its bytes when they are asked for."""

    contents: Callable[[Site], Mapping[str, Callable[[], bytes]]]
    downloads: Callable[[Site], Mapping[str, Download]] = _none
