"""The change logs of all data files as an Atom feed."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as ET

from chipward.site.address import page_of
from chipward.site.citing import AUTHORS, LICENSE_NAME
from chipward.site.document import Document
from chipward.site.history import all_changes, file_title, last_change_of_all
from chipward.site.site import Site
from chipward.site.xml import write_xml

URL = "/data/changes.atom"


def _feed(site: Site) -> bytes:
    feed = ET.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"})
    _text(feed, "title", "chipward: changes to the data")
    _text(feed, "subtitle", "What changed in the explainers and the atlas.")
    _text(feed, "id", _name("feed"))
    _text(feed, "updated", _moment(last_change_of_all(site.dataset)))
    _text(feed, "rights", LICENSE_NAME)
    _text(ET.SubElement(feed, "author"), "name", AUTHORS)
    ET.SubElement(feed, "link", {"href": site.full_link(URL, "/data/"), "rel": "alternate", "type": "text/html"})
    if site.base_url:
        ET.SubElement(feed, "link", {"href": f"{site.base_url}{URL}", "rel": "self", "type": "application/atom+xml"})
    for file, change in all_changes(site.dataset):
        entry = ET.SubElement(feed, "entry")
        _text(entry, "title", f"{file_title(file)} {change.version}")
        _text(entry, "id", _name(f"{file.id}/{change.version}"))
        _text(entry, "updated", _moment(change.date))
        _text(entry, "summary", change.what)
        page = site.full_link(URL, page_of(file))
        ET.SubElement(entry, "link", {"href": page, "rel": "alternate", "type": "text/html"})
    return write_xml(feed)


def _text(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = text


def _name(thing: str) -> str:
    # Atom ids must outlive every move of the site, so they are made from the data alone.
    return uuid5(NAMESPACE_URL, f"urn:chipward:{thing}").urn


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {URL: partial(_feed, site)}


DOCUMENT = Document(_contents)
