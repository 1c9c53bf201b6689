"""robots.txt: everything may be read."""

from collections.abc import Callable, Mapping
from functools import partial

from chipward.site.document import Document
from chipward.site.documents.sitemap import URL as SITEMAP
from chipward.site.site import Site


def _robots(site: Site) -> bytes:
    lines = ["User-agent: *", "Allow: /"]
    if site.base_url:
        lines.append(f"Sitemap: {site.base_url}{SITEMAP}")
    return ("\n".join(lines) + "\n").encode()


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {"/robots.txt": partial(_robots, site)}


DOCUMENT = Document(_contents)
