"""The web: files from GitHub at their commit, releases from PyPI, pages as they are today."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast
from urllib.parse import quote

from packaging.utils import canonicalize_name
from pydantic import BaseModel, ValidationError

from chipward.dataset.verify.shelves.download import Downloads, Failed
from chipward.dataset.verify.shelves.packages import Packages
from chipward.dataset.verify.shelves.page import text_of
from chipward.dataset.verify.shelves.shelf import Held, missing
from chipward.model.citation import Release, Source
from chipward.model.missing import Missing

FILES = "https://raw.githubusercontent.com"
INDEX = "https://pypi.org/simple"
INDEX_FORMAT = "application/vnd.pypi.simple.v1+json"
ONLINE = "--online"
TRIED = 2  # files of a release: a wheel, then perhaps the source package


class _Hashes(BaseModel):
    sha256: str


class _File(BaseModel):
    filename: str
    url: str
    hashes: _Hashes
    size: int = 0


class _Index(BaseModel):
    """What PyPI says of a project (PEP 691), as far as it matters here."""

    files: list[_File]


class Web:
    """Whatever has an address."""

    def __init__(self, downloads: Downloads, files: str = FILES, index: str = INDEX) -> None:
        self._downloads = downloads
        self._files = files
        self._index = index

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Return what could be fetched, and why the rest could not."""
        return {source: self._find(source) for source in sources}

    def _find(self, source: Source) -> Held | Missing:
        try:
            if source.repository and source.revision and source.path:
                address = f"{self._files}/{source.repository}/{quote(source.revision)}/{quote(source.path)}"
                content = self._downloads.get(address, lasting=source.commit is not None)
                return Held(content, f"GitHub: {source.repository}", "", ONLINE)
            if source.release:
                return self._from_release(source, source.release)
            page = text_of(self._downloads.get(cast("str", source.url), lasting=False))
            return Held(page, f"web: {source.url}", "", ONLINE)
        except Failed as failed:
            return missing(source, str(failed))

    def _from_release(self, source: Source, release: Release) -> Held | Missing:
        """Look into the smallest files of a release first: sources and headers are the same in all of them."""
        answer: Held | Missing = missing(source, f"PyPI has no file of {release.package} {release.version}")
        for file in sorted(self._listed(release), key=lambda file: file.size)[:TRIED]:
            folder = self._downloads.get_package(file.url, file.filename, file.hashes.sha256)
            answer = Packages([folder]).find([source])[source]
            if isinstance(answer, Held):
                return Held(answer.content, answer.found_in, "", ONLINE)
        return answer

    def _listed(self, release: Release) -> Iterator[_File]:
        """Yield the files of a release that the index lists."""
        address = f"{self._index}/{canonicalize_name(release.package)}/"
        try:
            listed = _Index.model_validate_json(self._downloads.get(address, INDEX_FORMAT, lasting=False))
        except ValidationError:
            message = f"{address} does not answer as a package index does"
            raise Failed(message) from None
        stem = f"{canonicalize_name(release.package).replace('-', '_')}-{release.version}"
        for file in listed.files:
            name = file.filename.lower().replace("-", "_")
            if name.startswith(tuple(f"{stem}{end}".lower().replace("-", "_") for end in ("-", ".tar.gz", ".zip"))):
                yield file
