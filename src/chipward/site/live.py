"""The site as it stands now: remade when a data file has changed, and otherwise made once."""

import os
from pathlib import Path

from chipward.errors import Misuse
from chipward.site.body import Body
from chipward.site.gather import gather_site, state_of
from chipward.site.publication import Publication


class LiveSite:
    """Answers addresses from the data as it is at that moment."""

    def __init__(self, data: Path, base_url: str) -> None:
        self.data = data
        self.base_url = base_url
        self._state: object = None
        self._publication: Publication | None = None
        self._bodies: dict[str, Body] = {}

    def find(self, url: str) -> Body | None:
        """What stands at an address, or None. Misuse while a data file cannot be used."""
        publication = self._current()
        return self._body(publication, url) if url in publication else None

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
        state = state_of(self.data)
        if self._publication is None or state != self._state:
            self._publication = None  # a broken file must not leave the pages of the old one standing
            self._publication = Publication(gather_site(self.data, base_url=self.base_url, index_file=""))
            self._state = state
            self._bodies.clear()
        return self._publication
