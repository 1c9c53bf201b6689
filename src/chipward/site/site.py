"""Everything a page may draw on: the facts, the built web files, and where the site will stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from chipward.dataset.load import Dataset
from chipward.diagram.layout import lay_out
from chipward.diagram.shapes import Layout
from chipward.model.explainer import Explainer
from chipward.model.ids import ExplainerId
from chipward.site.address import relative_link
from chipward.site.loopback import is_loopback
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.kin import Kinship
from chipward.site.traces.overlay import Absences, Sightings, absences, sightings


@dataclass(frozen=True)
class Site:
    """One edition of the site. Whoever makes it hands everything over; only bundles are read when they are shown."""

    dataset: Dataset
    data_files: Mapping[str, bytes]  # what data/ holds, byte for byte, by address: /data/evidence.lock.json
    static_files: Mapping[str, bytes]  # what the web build left, by name: site.css, fonts/inter.woff2
    base_url: str | None = None  # https://example.org/chipward, without the last slash; None: wherever it is put
    index_file: str = "index.html"  # added to links that end in a slash, so that file:// works; "" for a server
    traces: tuple[Exhibit, ...] = ()  # under /traces/, in this order

    @property
    def public_url(self) -> str | None:
        """Where others can reach it; None if only this machine can, or if nobody knows."""
        name = urlsplit(self.base_url or "").hostname
        return self.base_url if name and not is_loopback(name) else None

    def layout(self, explainer: Explainer, *, narrow: bool = False) -> Layout:
        """Where everything stands in an explainer's picture, worked out once for all of its paths."""
        key = (explainer.id, narrow)  # narrow: as wide as a phone
        if key not in self._layouts:
            self._layouts[key] = lay_out(explainer, narrow=narrow)
        return self._layouts[key]

    @cached_property
    def sightings(self) -> Sightings:
        """Which traces observed which stages."""
        return sightings(self.traces, self.dataset)

    @cached_property
    def absences(self) -> Absences:
        """Why no trace observed a stage."""
        return absences(self.traces, self.dataset, self.sightings)

    def kinship(self, exhibit: Exhibit) -> Kinship:
        """What the lines of a trace became, worked out once for all of its pages."""
        if exhibit.slug not in self._kinships:
            self._kinships[exhibit.slug] = Kinship(exhibit)
        return self._kinships[exhibit.slug]

    @cached_property
    def _kinships(self) -> dict[str, Kinship]:
        return {}

    @cached_property
    def _layouts(self) -> dict[tuple[ExplainerId, bool], Layout]:
        return {}

    def full_link(self, current: str, target: str) -> str:
        """A link for feeds and the like, which are read elsewhere: absolute if the site knows where it stands."""
        return f"{self.base_url}{target}" if self.base_url else relative_link(current, target, self.index_file)

    def rooted_link(self, target: str) -> str:
        """A link that holds from any page of the host on which the site stands."""
        return f"{urlsplit(self.base_url or '').path}{target}"
