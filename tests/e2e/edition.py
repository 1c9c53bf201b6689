"""The edition of the site that the tests here open: its data, its paths and its pages."""

from collections.abc import Iterator

from chipward.dataset.load import data_folder
from chipward.site.gather import gather_site
from chipward.site.pages import PAGES, artifact
from chipward.site.traces.address import artifact_url
from e2e.trails import trails_of

SITE = gather_site(data_folder())
EXPLAINERS = SITE.dataset.explainers
TRAILS = [trail for explainer in EXPLAINERS for trail in trails_of(explainer)]
LONGEST = [max(trails_of(explainer), key=lambda trail: len(trail.order)) for explainer in EXPLAINERS]


def _artifact_of_every_kind() -> Iterator[str]:
    """A trace has a hundred of these pages, and they differ by what kind of text they show."""
    found = {artifact.kind: (exhibit, artifact) for exhibit in SITE.traces for artifact in exhibit.trace.artifacts}
    return (artifact_url(exhibit.slug, one.id) for exhibit, one in found.values())


PAGE_URLS = [
    url
    for page in PAGES
    for url in (_artifact_of_every_kind() if page is artifact.PAGE else page.urls(SITE))
    if url.endswith("/")
]
