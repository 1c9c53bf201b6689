"""The pictures that stand for pages where their addresses are shared."""

import struct
from pathlib import Path

import pytest
from html_page import Page, read_built
from places import BASE_URL

from chipward.dataset.load import Dataset
from chipward.errors import Misuse
from chipward.site.address import picture_url
from chipward.site.build import build
from chipward.site.palette import light_palette
from chipward.site.raster import rasterise


def _size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_every_picture_has_the_size_that_is_asked_for(built: Path) -> None:
    pictures = list((built / "pictures").rglob("*.png"))
    assert pictures
    assert {_size(picture.read_bytes()) for picture in pictures} == {(1200, 630)}


def test_every_path_has_a_picture_of_its_own(built: Path, dataset: Dataset) -> None:
    urls = [picture_url(explainer, path) for explainer in dataset.explainers for path in explainer.paths]
    pictures = {(built / url.lstrip("/")).read_bytes() for url in urls}
    assert len(pictures) == len(urls)


def test_every_page_names_a_picture_that_exists(built: Path, built_below: Path, pages: dict[str, Page]) -> None:
    for path in built_below.rglob("*.html"):
        (image,) = [one for one in read_built(path).all("meta") if one.attributes.get("property") == "og:image"]
        address = image.attributes["content"]
        assert address.startswith(f"{BASE_URL}/pictures/")
        assert (built_below / address.removeprefix(f"{BASE_URL}/")).is_file()
    for name, page in pages.items():
        (image,) = [one for one in page.all("meta") if one.attributes.get("property") == "og:image"]
        assert ((built / name).parent / image.attributes["content"]).is_file()


def test_letters_are_drawn() -> None:
    def drawn(text: str) -> bytes:
        words = f'<text y="30" font-family="Inter">{text}</text>'
        return rasterise(f'<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40">{words}</svg>')

    assert drawn("one") != drawn("two") != drawn("")


def test_markup_in_the_data_is_letters_in_the_picture(small_data: Path, tmp_path: Path) -> None:
    explainer = small_data / "explainers" / "how-small-runs.json"
    explainer.write_text(explainer.read_text().replace("How does Small run?", "</text><script/>&amp; ]]> <"))
    build(small_data, tmp_path / "site")
    assert _size((tmp_path / "site" / "pictures" / "small" / "cpu.png").read_bytes()) == (1200, 630)


def test_colours_are_those_of_the_style_sheet() -> None:
    tokens = ("paper", "ink", "soft", "hair", "copper")
    sheet = ";".join(f"--{token}:light-dark(#00000{number}, #fff)" for number, token in enumerate(tokens))
    palette = light_palette(f":root{{{sheet}}}".encode())
    assert [getattr(palette, token) for token in tokens] == [f"#00000{number}" for number in range(5)]


def test_a_style_sheet_without_colours_is_refused() -> None:
    with pytest.raises(Misuse, match="make web"):
        light_palette(b"body{}")
