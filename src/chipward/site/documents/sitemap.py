"""sitemap.xml: every page, with the day on which what it shows last changed.

The format asks for absolute addresses, so a site that does not know where it will stand has none.
"""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from xml.etree import ElementTree as ET

from chipward.site.address import explainer_url
from chipward.site.document import Document
from chipward.site.history import last_change, last_change_of_all
from chipward.site.pages import PAGES
from chipward.site.site import Site
from chipward.site.xml import write_xml

URL = "/sitemap.xml"


def _sitemap(site: Site) -> bytes:
    root = ET.Element("urlset", {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"})
    for page in PAGES:
        for url in page.urls(site):
            if url.endswith("/"):
                entry = ET.SubElement(root, "url")
                ET.SubElement(entry, "loc").text = f"{site.base_url}{url}"
                ET.SubElement(entry, "lastmod").text = _changed(site, url).isoformat()
    return write_xml(root)


def _changed(site: Site, url: str) -> date:
    for explainer in site.dataset.explainers:
        if url.startswith(explainer_url(explainer)):
            return last_change(explainer)
    return last_change_of_all(site.dataset)


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {URL: partial(_sitemap, site)} if site.base_url else {}


DOCUMENT = Document(_contents)
