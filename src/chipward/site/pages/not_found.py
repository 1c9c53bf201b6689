"""What stands where nothing does."""

from collections.abc import Iterable, Mapping

from chipward.site.page import Head, Page
from chipward.site.site import Site

URL = "/404.html"


def _urls(_site: Site) -> Iterable[str]:
    return (URL,)


def _head(_site: Site, _url: str) -> Head:
    return Head(title="Nothing stands here · chipward", description="This address leads to no page of chipward.")


def _context(_site: Site, _url: str) -> Mapping[str, object]:
    return {}


PAGE = Page(name="not-found", template="not-found.html", urls=_urls, head=_head, context=_context)
