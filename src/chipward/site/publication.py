"""Every address of one edition of the site. The static build writes them all, the server those that are asked for."""

from collections.abc import Callable, Iterable
from functools import partial

from chipward.errors import Misuse
from chipward.site.document import Download
from chipward.site.documents import DOCUMENTS
from chipward.site.page import Page
from chipward.site.pages import PAGES
from chipward.site.pages.not_found import URL as NOT_FOUND
from chipward.site.render import Renderer
from chipward.site.site import Site


class Publication:
    """Addresses, and what stands there. Each is made when it is read."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._renderer = Renderer(site)
        self._makers: dict[str, Callable[[], bytes]] = {}
        self._downloads: dict[str, Download] = {}
        for page in PAGES:
            for url in page.urls(site):
                self._add(url, partial(self._page, page, url))
        for document in DOCUMENTS:
            for url, make in document.contents(site).items():
                self._add(url, make)
            for url, download in document.downloads(site).items():
                self._add(url, partial(_whole, download))
                self._downloads[url] = download

    @property
    def addresses(self) -> Iterable[str]:
        """Every address, in a fixed order."""
        return sorted(self._makers)

    def __contains__(self, url: str) -> bool:
        return url in self._makers

    def read(self, url: str) -> bytes:
        """What stands at an address. KeyError if nothing does."""
        return self._makers[url]()

    def download(self, url: str) -> Download | None:
        """What stands at an address, if it is to be kept and not to be shown."""
        return self._downloads.get(url)

    def _add(self, url: str, make: Callable[[], bytes]) -> None:
        if url in self._makers:
            message = f"two things want to stand at {url}; rename one of them"
            raise Misuse(message)
        self._makers[url] = make

    def _page(self, page: Page, url: str) -> bytes:
        # A host shows this page in the place of any other, so its links cannot be relative to where it stands.
        rooted = url == NOT_FOUND and self.site.base_url is not None
        linker = self.site.rooted_link if rooted else None
        return self._renderer.html(page, url, linker=linker).encode()


def _whole(download: Download) -> bytes:
    return b"".join(download.chunks())
