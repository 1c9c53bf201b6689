"""What the site holds besides pages: data files, feeds, pictures, scripts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from chipward.site.site import Site


@dataclass(frozen=True)
class Document:
    """One kind of document: its addresses, and for each how to make its bytes when they are asked for."""

    contents: Callable[[Site], Mapping[str, Callable[[], bytes]]]
