"""The edition of the site that the tests here open: its data, its paths and its pages."""

from chipward.dataset.load import data_folder
from chipward.site.gather import gather_site
from chipward.site.pages import PAGES
from e2e.trails import trails_of

SITE = gather_site(data_folder())
EXPLAINERS = SITE.dataset.explainers
TRAILS = [trail for explainer in EXPLAINERS for trail in trails_of(explainer)]
LONGEST = [max(trails_of(explainer), key=lambda trail: len(trail.order)) for explainer in EXPLAINERS]
PAGE_URLS = [url for page in PAGES for url in page.urls(SITE) if url.endswith("/")]
