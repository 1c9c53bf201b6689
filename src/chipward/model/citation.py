"""Words somebody else wrote, and where they can be found again.

A citation follows the W3C TextQuoteSelector (``exact``, ``prefix``, ``suffix``) on a source
that is pinned: by a commit, by a released package, or by a URL and the day it was read.
"""

from datetime import date
from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, StringConstraints, model_validator

from chipward.model.frozen import Frozen
from chipward.model.ids import CitationId, SourceId
from chipward.model.missing import Sentence

SHORTEST_QUOTE = 8
MAX_QUOTE = 300

Commit = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]
Repository = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$")]
HttpsUrl = Annotated[str, StringConstraints(pattern=r"^https://[^\s\"'<>]+$")]


def _stays_inside(path: str) -> str:
    parts = path.split("/")
    if "\\" in path or "\0" in path or any(part in {"", ".", ".."} for part in parts):
        message = (
            f"{path!r} is not a plain relative path; write it with forward slashes, from the top of the repository"
        )
        raise ValueError(message)
    return path


RelativePath = Annotated[str, AfterValidator(_stays_inside)]


class SourceKind(StrEnum):
    """What sort of text a source is."""

    DOCUMENTATION = "documentation"  # written to be read: docs pages, READMEs, specifications
    SOURCE = "source"  # code, its comments and docstrings
    WEB = "web"  # a page that no repository pins


class Release(Frozen):
    """A file inside a package on PyPI: anyone can repeat the check with pip alone."""

    package: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]+$")]
    version: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9.+!-]+$")]
    path: RelativePath  # inside the wheel, or inside the source package below its top folder


class Source(Frozen):
    """One document at one moment, which quotes are taken from."""

    id: SourceId
    kind: SourceKind
    title: Sentence
    publisher: Sentence
    license: Sentence  # of the quoted text: an SPDX id where there is one
    repository: Repository | None = None  # on GitHub
    commit: Commit | None = None
    tag: str | None = None  # where a release names its tag but not its commit
    path: RelativePath | None = None  # inside the repository
    release: Release | None = None
    url: HttpsUrl | None = None  # for a page that no repository holds
    read: date | None = None  # the day the page was read

    @property
    def revision(self) -> str | None:
        """The state of the repository: a commit, or a tag where nobody says which commit that is."""
        return self.commit or self.tag

    @model_validator(mode="after")
    def _is_pinned(self) -> Self:
        in_git = self.repository and self.commit and self.path
        on_web = self.url and self.read
        if not (in_git or self.release or on_web):
            message = f"source {self.id} is not pinned: give repository, commit and path, or a release, or url and read"
            raise ValueError(message)
        return self


class Citation(Frozen):
    """A quotation that carries a claim. It is verbatim: only runs of white space may differ."""

    id: CitationId
    source: SourceId  # which alone holds the pin
    exact: Annotated[str, StringConstraints(min_length=SHORTEST_QUOTE, max_length=MAX_QUOTE)]
    prefix: Annotated[str, StringConstraints(max_length=64)] = ""  # the words just before
    suffix: Annotated[str, StringConstraints(max_length=64)] = ""  # the words just after
    lines: tuple[int, int] | None = None  # first and last, from 1, in the repository's file; a hint: the text decides

    @model_validator(mode="after")
    def _lines_in_order(self) -> Self:
        if self.lines and not 1 <= self.lines[0] <= self.lines[1]:
            message = f"citation {self.id}: lines {self.lines} are not a range that starts at 1 or later"
            raise ValueError(message)
        return self
