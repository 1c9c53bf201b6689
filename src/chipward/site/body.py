"""What is sent for one address: the bytes, their compressed form, and the mark by which a browser knows them again."""

import gzip
from dataclasses import dataclass
from functools import cached_property

from chipward.site.fingerprint import fingerprint
from chipward.site.media_type import can_shrink, media_type

_LONG = 1 << 20  # bytes: longer bodies are compressed quickly, since somebody waits for them


@dataclass(frozen=True)
class Body:
    """One address of one edition. Compressed once, when first asked for, so it may take its time."""

    url: str
    plain: bytes

    @cached_property
    def fingerprint(self) -> str:
        """What links to a built web file carry in their address."""
        return fingerprint(self.plain)

    @property
    def etag(self) -> str:
        """Weak, since it stands for the compressed form too."""
        return f'W/"{self.fingerprint}"'

    @property
    def media_type(self) -> str:
        """The Content-Type."""
        return media_type(self.url)

    @cached_property
    def gzip(self) -> bytes | None:
        """The compressed form; None where that gains nothing."""
        level = 9 if len(self.plain) < _LONG else 1
        small = gzip.compress(self.plain, compresslevel=level, mtime=0) if can_shrink(self.url) else self.plain
        return small if len(small) < len(self.plain) else None


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header allows gzip: ``br, gzip;q=0.8``."""
    for offer in header.lower().split(","):
        name, _, weight = offer.partition(";")
        if name.strip() in {"gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
