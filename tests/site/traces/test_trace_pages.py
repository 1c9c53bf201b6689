"""The pages of a trace are complete without script, and whatever a bundle holds is text on them."""

import base64
import json
import re
import zlib

import pytest
from html_page import Page, read_page

from chipward.site.publication import Publication
from made_up_texts import MLP, RELU_CPP
from made_up_trace import MARKUP, TERMINAL


def page(publication: Publication, url: str) -> Page:
    read = read_page(publication.read(url).decode())
    assert read.faults == []
    assert len(set(read.ids)) == len(read.ids)
    return read


def with_class(read: Page, tag: str, name: str) -> list[str]:
    return [" ".join(one.text.split()) for one in read.all(tag) if name in one.attributes.get("class", "").split()]


def test_the_viewer_is_complete_without_script(live: Publication) -> None:
    read = page(live, "/traces/mlp/")
    assert [one.text for one in read.all("h1")] == ["mlp.py"]
    assert with_class(read, "p", "trace-about") == ["torch.compile · CPU · torch 2.13.0+cpu · AMD EPYC 7B13"]
    lines = {one.attributes["id"]: one.text for one in read.all("li") if one.attributes.get("id", "").count("/")}
    assert lines["program/mlp.py:9"].strip() == "y = torch.relu(self.a(x))"
    assert lines["kernel-0/asm:5"].strip() == "vmaxps ymm1, ymm0, ymm1"
    assert len([name for name in lines if name.startswith("kernel-0/cpp:")]) == len(RELU_CPP.splitlines())
    text = " ".join(read.all("main")[0].text.split())
    for told in (
        "addmm stayed outside the generated code",
        "Machine code of addmm",
        "cpp_fused_add_sin_1",
        "9 of 11 lines",
    ):
        assert told in text


def test_every_link_of_a_trace_leads_somewhere(live: Publication) -> None:
    for url in [url for url in live.addresses if url.startswith("/traces/mlp/") and url.endswith("/")]:
        read = page(live, url)
        for element, _, address in read.addresses:
            if element.tag == "a" and address.startswith("#"):
                assert address[1:] in read.ids or address.startswith("#open="), (url, address)


def test_a_source_says_of_every_line_what_it_became(live: Publication) -> None:
    read = page(live, "/traces/mlp/program/mlp.py/")
    links = {one.attributes["href"]: one.text for one in read.all("a")}
    assert links["../../kernel-0/cpp/#L6"] == "C++ kernel, cpp_fused_relu_0"
    text = " ".join(read.all("main")[0].text.split())
    assert "3 C++ lines, inferred" in text
    assert "3 instructions, inferred" in text


def test_a_generated_line_says_where_it_came_from(live: Publication) -> None:
    read = page(live, "/traces/mlp/kernel-0/asm/")
    homes = {one.attributes["href"]: one.text for one in read.all("a") if "#L" in one.attributes["href"]}
    assert homes == {"../../program/mlp.py/#L9": "mlp.py:9"}


def test_a_long_text_has_pages(live: Publication) -> None:
    assert "/traces/mlp/program/mlp.py/2/" not in live
    lines = [one.text for one in page(live, "/traces/mlp/program/mlp.py/").all("code")]
    assert MLP.splitlines()[8] in lines


def test_what_is_no_text_is_only_handed_over(live: Publication) -> None:
    read = page(live, "/traces/mlp/kernel-0/so/")
    text = " ".join(read.all("main")[0].text.split())
    assert "These bytes are no text." in text
    assert "g++ -O3 -shared" in text


def test_no_markup_of_a_bundle_becomes_an_element(live: Publication, on_disk: Publication) -> None:
    for publication in (live, on_disk):
        for url in [url for url in publication.addresses if url.startswith("/traces/") and url.endswith("/")]:
            read = page(publication, url)
            assert read.all("img") == [], url
            for element in read.elements:
                assert not {name for name in element.attributes if name.startswith("on")}, url
            for script in read.all("script"):
                data = script.attributes.get("type") in {"application/json", "application/octet-stream"}
                assert "src" in script.attributes or data, url


def test_hostile_names_are_shown_and_obeyed_nowhere(live: Publication) -> None:
    raw = live.read("/traces/hostile/").decode()
    assert not {sign for sign in raw if not sign.isprintable()} - {"\n"}
    assert MARKUP.split("{{")[0].strip() in page(live, "/traces/hostile/").all("main")[0].text
    assert "[U+202E]gnp.exe" in raw
    assert "49" not in with_class(page(live, "/traces/hostile/"), "p", "trace-about")


@pytest.mark.parametrize(
    "name", ["hostile/text", "hostile/bytes", "hostile/html", "program/img-src-x-onerror-alert-1-.py"]
)
def test_hostile_texts_are_shown_line_by_line(live: Publication, name: str) -> None:
    raw = live.read(f"/traces/hostile/{name}/").decode()
    assert not {sign for sign in raw if not sign.isprintable()} - {"\n"}
    assert "<script>document" not in raw
    assert page(live, f"/traces/hostile/{name}/").all("ol")


def test_an_enormous_line_is_cut_and_says_so(live: Publication) -> None:
    read = page(live, "/traces/hostile/hostile/bytes/")
    assert with_class(read, "i", "left-out") == ["… 298,000 more characters"]
    assert max(len(one.text) for one in read.all("code")) == 2_000


def test_a_static_page_brings_its_data_along(on_disk: Publication) -> None:
    raw = on_disk.read("/traces/mlp/").decode()
    blocks = dict(re.findall(r'<script type="application/(?:json|octet-stream)" id="(\w+)">([^<]*)</script>', raw))
    index = json.loads(blocks["trace_index"])
    assert index["title"] == "mlp.py"
    source = next(one for one in index["artifacts"] if one["id"] == "program/mlp.py")
    assert zlib.decompress(base64.b64decode(blocks[f"raw_{source['sha256']}"])).decode() == MLP
    edges = json.loads(zlib.decompress(base64.b64decode(blocks["map_0"])))
    assert set(edges) <= {"from", "to", "kind", "columns"}
    binaries = {one["sha256"] for one in index["artifacts"] if one["lines"] is None}
    assert not binaries & {name.removeprefix("raw_") for name in blocks}


def test_a_served_page_reads_its_data_beside_it(live: Publication) -> None:
    raw = live.read("/traces/mlp/").decode()
    assert "trace_index" not in raw
    assert 'data-index="index.json"' in raw
    index = json.loads(live.read("/traces/mlp/index.json"))
    for artifact in index["artifacts"]:
        assert f"/traces/mlp/{artifact['raw']}" in live
        assert f"/traces/mlp/{artifact['page']}" in live
    for entry in index["maps"]:
        assert f"/traces/mlp/{entry['file']}" in live
    (rail,) = index["rails"]
    assert rail["href"] == "../../explainers/pytorch/compile/cpu/"


def test_the_index_cannot_end_its_block(on_disk: Publication) -> None:
    raw = on_disk.read("/traces/hostile/").decode()
    (block,) = re.findall(r'id="trace_index">(.*?)</script>', raw)
    assert "<" not in block
    named = [unit["name"] for unit in json.loads(block)["units"]]
    assert f"{MARKUP}{TERMINAL}" in named


def test_the_gallery_lists_what_is_shown(live: Publication) -> None:
    read = page(live, "/traces/")
    cards = [" ".join(one.text.split()) for one in read.all("article")]
    assert cards[0].startswith("mlp.py torch.compile · CPU")
    assert "1 frame · 1 graph · 2 kernels · 11 artifacts · 8 line maps · 1 finding" in cards[0]


def test_the_explainer_says_which_traces_observed_a_stage(live: Publication) -> None:
    read = page(live, "/explainers/pytorch/compile/cpu/")
    links = [(one.attributes["href"], one.text) for one in read.all("a") if "traces/mlp" in one.attributes["href"]]
    told = "what it wrote for mlp.py, line 9"
    assert ("../../../../traces/mlp/#open=program/mlp.py,graph-0-0/ir-post-fusion&at=program/mlp.py:9", told) in links
    dots = [one.attributes for one in read.all("circle")]
    assert {one["data-seen"] for one in dots} == {"compile/cpu"}
    assert all("here" in one["class"] for one in dots)


def test_on_another_path_nothing_is_marked_as_seen(live: Publication) -> None:
    read = page(live, "/explainers/pytorch/compile/nvidia-gpu/")
    assert read.all("circle")
    assert not [one for one in read.all("circle") if "here" in one.attributes["class"].split()]
