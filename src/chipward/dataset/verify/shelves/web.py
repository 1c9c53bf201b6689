"""The web: files from GitHub at their commit, pages as they are today. Released packages are left to pip."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from chipward.dataset.verify.shelves.download import Downloads, Failed
from chipward.dataset.verify.shelves.page import text_of
from chipward.dataset.verify.shelves.shelf import Held, missing
from chipward.model.citation import Source
from chipward.model.missing import Missing

FILES = "https://raw.githubusercontent.com"
ONLINE = "--online"


class Web:
    """Whatever has an address."""

    def __init__(self, downloads: Downloads, files: str = FILES) -> None:
        self._downloads = downloads
        self._files = files

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Return what could be fetched, and why the rest could not."""
        return {source: self._find(source) for source in sources}

    def _find(self, source: Source) -> Held | Missing:
        try:
            if source.repository and source.revision and source.path:
                address = f"{self._files}/{source.repository}/{quote(source.revision)}/{quote(source.path)}"
                content = self._downloads.get(address, lasting=source.commit is not None)
                return Held(content, f"GitHub: {source.repository}", "", ONLINE)
            if source.url:
                page = text_of(self._downloads.get(source.url, lasting=False))
                return Held(page, f"web: {source.url}", "", ONLINE)
        except Failed as failed:
            return missing(source, str(failed))
        return missing(source, "only a released package holds it; get that with `pip download` and add --packages DIR")
