"""Addresses of the quoted words."""

from typing import Any

import pytest

from chipward.dataset.permalink import source_url
from chipward.model.citation import Source
from demo import in_repository, in_wheel

COMMIT = "a" * 40
BLOB = f"https://github.com/demo-org/engine/blob/{COMMIT}"


def source(path: str = "src/kernels.c", **more: Any) -> Source:
    return Source.model_validate(in_repository("guide", path, COMMIT) | more)


@pytest.mark.parametrize(
    ("path", "lines", "url"),
    [
        ("src/kernels.c", None, f"{BLOB}/src/kernels.c"),
        ("src/kernels.c", (7, 7), f"{BLOB}/src/kernels.c#L7"),
        ("src/kernels.c", (7, 9), f"{BLOB}/src/kernels.c#L7-L9"),
        ("docs/guide.md", (7, 9), f"{BLOB}/docs/guide.md?plain=1#L7-L9"),
        ("docs/guide.RST", (7, 9), f"{BLOB}/docs/guide.RST?plain=1#L7-L9"),
        ("docs/guide.md", None, f"{BLOB}/docs/guide.md"),
        ('a "b"/<c>#d?.c', None, f"{BLOB}/a%20%22b%22/%3Cc%3E%23d%3F.c"),
    ],
)
def test_a_file_is_linked_at_its_lines(path: str, lines: tuple[int, int] | None, url: str) -> None:
    assert source_url(source(path), lines) == url


def test_a_tag_serves_where_no_commit_is_known() -> None:
    tagged = source(commit=None, tag="v1", release=in_wheel("", "kernels.c")["release"])
    assert source_url(tagged, (1, 1)) == "https://github.com/demo-org/engine/blob/v1/src/kernels.c#L1"


def test_a_file_that_only_a_package_holds_has_no_address() -> None:
    assert source_url(Source.model_validate(in_wheel("api", "api.py"))) is None


def page(url: str) -> Source:
    return source(repository=None, commit=None, url=url, read="2026-01-01").model_copy(update={"path": None})


def test_a_page_is_linked_at_its_words() -> None:
    linked = source_url(page("https://example.org/guide"), None, "a  non-blocking & fast\ncall, so")
    assert linked == "https://example.org/guide#:~:text=a%20non%2Dblocking%20%26%20fast%20call%2C%20so"


def test_a_page_without_words_is_linked_as_it_is() -> None:
    assert source_url(page("https://example.org/guide")) == "https://example.org/guide"


def test_an_address_that_leads_to_a_place_already_is_kept() -> None:
    assert source_url(page("https://example.org/guide#part"), None, "words of it") == "https://example.org/guide#part"
