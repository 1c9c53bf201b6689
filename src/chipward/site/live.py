"""The site as it stands now: remade when a data file has changed, and otherwise made once."""

import os
from collections.abc import Sequence
from pathlib import Path

from chipward.errors import Misuse
from chipward.site.body import Body
from chipward.site.document import Download
from chipward.site.gather import gather_site, state_of
from chipward.site.publication import Publication
from chipward.site.site import Site


class LiveSite:
    """Answers addresses from the data as it is at that moment."""

    def __init__(self, data: Path, base_url: str, traces: Sequence[Path] = ()) -> None:
        self.data = data
        self.traces = tuple(traces)
        self.base_url = base_url
        self._state: object = None
        self._publication: Publication | None = None
        self._bodies: dict[str, Body] = {}

    def find(self, url: str) -> Body | None:
        """What stands at an address, or None. Misuse while a data file cannot be used."""
        publication = self._current()
        return self._body(publication, url) if url in publication else None

    def download(self, url: str) -> Download | None:
        """What stands at an address, if it is to be kept and not to be shown."""
        return self._current().download(url)

    def read(self, url: str) -> Body:
        """What stands at an address that is sure to exist."""
        return self._body(self._current(), url)

    def _body(self, publication: Publication, url: str) -> Body:
        if url not in self._bodies:
            self._bodies[url] = Body(url, publication.read(url))
        return self._bodies[url]

    def _current(self) -> Publication:
        try:
            return self._remade_if_changed()
        except OSError as refused:  # an editor or a sync program may be just replacing the file
            message = f"cannot read {refused.filename or self.data} ({os.strerror(refused.errno or 0).lower()})"
            raise Misuse(message) from None

    def _remade_if_changed(self) -> Publication:
        state = state_of(self.data, self.traces)
        if self._publication is None or state != self._state:
            self._publication = None  # a broken file must not leave the pages of the old one standing
            self._publication = Publication(self._gathered())
            self._state = state
            self._bodies.clear()
        return self._publication

    def _gathered(self) -> Site:
        return gather_site(self.data, base_url=self.base_url, index_file="", traces=self.traces)
