"""Every link of the built site leads somewhere, and nothing but a link leads away."""

import posixpath
import re
from collections import Counter
from collections.abc import Collection
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from html_page import Page, read_built
from page_links import addresses_of, ids_of
from places import BASE_URL

STATE = ("open=", "at=")  # what the viewer of a trace has open: no anchor
LEADS_AWAY = {("a", "href"), ("link", "href")}


@cache
def _anchors(path: Path) -> frozenset[str]:
    return frozenset(ids_of(path))


def _pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def _broken(folder: Path, prefix: str = "") -> list[str]:
    """Links and anchors that lead nowhere, as a browser would follow them from ``file://``."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    broken = []
    for path in _pages(folder):
        here = path.relative_to(folder).as_posix()
        for name, value in dict.fromkeys(addresses_of(path)):
            parts = urlsplit(value)
            if parts.scheme or parts.netloc:
                continue
            target = _file(unquote(parts.path), here, files, prefix)
            is_anchor = parts.fragment and not parts.fragment.startswith(STATE)
            is_lost = is_anchor and target in files and target.endswith(".html")
            if target not in files or (is_lost and unquote(parts.fragment) not in _anchors(folder / target)):
                broken.append(f"{here}: {name}={value!r}")
    return broken


def _file(place: str, here: str, files: Collection[str], prefix: str) -> str:
    """The file that a link names, or the page of the folder that it names."""
    if place.startswith("/"):
        target = posixpath.normpath(place.removeprefix(prefix).lstrip("/"))
    else:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(here), place)) if place else here
    return target if target in files else posixpath.normpath(posixpath.join(target, "index.html"))


def test_every_internal_link_and_anchor_resolves(built: Path) -> None:
    assert _broken(built) == []


def test_every_internal_link_and_anchor_resolves_below_a_base_url(built_below: Path) -> None:
    assert _broken(built_below, prefix=urlsplit(BASE_URL).path) == []


def test_a_broken_link_and_a_broken_anchor_are_seen(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="other/">x</a><a href="#gone">y</a><a href="index.html#here" id="here">z</a>'
    )
    assert len(_broken(tmp_path)) == 2


def test_links_are_read_as_a_reader_of_the_whole_page_reads_them(built: Path, pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert list(addresses_of(built / name)) == [(attribute, value) for _, attribute, value in page.addresses], name
        assert ids_of(built / name) == page.ids, name


def test_ids_are_given_once(built: Path) -> None:
    for path in _pages(built):
        assert [one for one, times in Counter(ids_of(path)).items() if times > 1] == [], path


def test_links_of_a_page_name_files_so_that_they_work_from_the_disk(built: Path) -> None:
    for path in _pages(built):
        for name, value in addresses_of(path):
            parts = urlsplit(value)
            if not parts.scheme and parts.path and name not in {"action", "data-root"}:
                assert not parts.path.startswith("/"), f"{path}: {value}"
                assert not parts.path.endswith("/"), f"{path}: {value}"


def test_no_page_asks_another_host_for_anything(built_below: Path) -> None:
    for path in _pages(built_below):
        for element, name, value in read_built(path).addresses:
            if urlsplit(value).scheme or value.startswith("//"):
                assert (element.tag, name) in LEADS_AWAY, f"{path}: {value}"
                if element.tag == "link":
                    assert element.attributes["rel"] == "canonical"


@pytest.mark.parametrize("pattern", ["*.css", "*.js"])
def test_no_style_sheet_or_script_asks_another_host_for_anything(built: Path, pattern: str) -> None:
    for path in built.rglob(pattern):
        if path.parent.name != "search":  # the index quotes text that names addresses
            assert (
                re.findall(r"https?://(?!www\.w3\.org/)|@import|url\(\s*['\"]?//", path.read_text(encoding="utf-8"))
                == []
            )


def test_links_to_sources_are_pinned(built: Path) -> None:
    page = read_built(built / "evidence" / "index.html")
    blobs = [value for _, _, value in page.addresses if value.startswith("https://github.com/")]
    assert blobs
    for value in blobs:
        assert not re.search(r"/blob/(main|master|head|trunk|develop)/", value, re.IGNORECASE), value
