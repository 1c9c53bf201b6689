"""One file that stands alone: nothing in it loads, and its policy lets nothing run but what was put there."""

import base64
import re
import zlib
from hashlib import sha256

import pytest
from html_page import read_page

from chipward.dataset.load import Dataset
from chipward.errors import Misuse
from chipward.site.gather import read_static_files
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.export import export_page
from made_up_trace import MARKUP, NOT_UTF8


@pytest.fixture(scope="module")
def page(shown: tuple[Exhibit, ...], documents: Dataset) -> str:
    return export_page(shown[1], documents, read_static_files())


def test_it_is_one_well_formed_page(page: str) -> None:
    read = read_page(page)
    assert read.faults == []
    assert len(set(read.ids)) == len(read.ids)
    assert [one.text for one in read.all("h1")] == ["mlp.py"]


def test_nothing_in_it_leads_out_of_the_file(page: str) -> None:
    for element, name, address in read_page(page).addresses:
        assert address.startswith("#"), (element.tag, name, address)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert set(re.findall(r"url\(['\"]?(\w+:)?", style)) <= {"data:"}
    assert "@import" not in style


def test_the_policy_names_style_and_script_by_their_hash_and_nothing_else(page: str) -> None:
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    directives = dict(part.split(" ", 1) for part in policy.replace("&#39;", "'").split("; "))
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    for name, text in (("style-src", style), ("script-src", script)):
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        assert directives.pop(name) == f"'sha256-{digest}'"
    assert directives == {
        "default-src": "'none'",
        "font-src": "data:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert page.index("http-equiv") < page.index("<style>")


def test_one_script_runs_and_all_others_are_data(page: str) -> None:
    scripts = read_page(page).all("script")
    assert len([one for one in scripts if "type" not in one.attributes]) == 1
    kinds = {one.attributes["type"] for one in scripts if "type" in one.attributes}
    assert kinds == {"application/json", "application/octet-stream"}


def test_no_markup_of_the_bundle_is_an_element(page: str) -> None:
    read = read_page(page)
    assert read.all("img") == []
    assert not [one for one in read.elements if {name for name in one.attributes if name.startswith("on")}]
    body = page[page.index("<body>") : page.rindex("<script>")]
    assert MARKUP not in body
    assert not {sign for sign in body if not sign.isprintable()} - {"\n"}


def test_every_byte_of_the_trace_is_inside(page: str, shown: tuple[Exhibit, ...]) -> None:
    blocks = dict(re.findall(r'<script type="application/octet-stream" id="(\w+)">([^<]*)</script>', page))
    for artifact in shown[1].trace.artifacts:
        content = zlib.decompress(base64.b64decode(blocks[f"raw_{artifact.sha256}"]))
        assert content == shown[1].bundle.raw(artifact.id)
    assert NOT_UTF8 in [zlib.decompress(base64.b64decode(block)) for block in blocks.values()]
    assert {f"map_{entry.id}" for entry in shown[1].trace.maps} <= blocks.keys()


def test_a_script_that_would_end_its_element_is_refused(shown: tuple[Exhibit, ...], documents: Dataset) -> None:
    spoilt = {**read_static_files(), "viewer.js": b'const end = "</script>";'}
    with pytest.raises(Misuse, match=r"viewer\.js"):
        export_page(shown[0], documents, spoilt)


def test_a_web_file_that_was_not_built_is_named(shown: tuple[Exhibit, ...], documents: Dataset) -> None:
    built = {name: content for name, content in read_static_files().items() if name != "viewer.js"}
    with pytest.raises(Misuse, match=r"viewer\.js has not been built; run `make web`"):
        export_page(shown[0], documents, built)
