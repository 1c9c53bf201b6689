"""Software Heritage identifiers, with git as the judge of the hash."""

from pathlib import Path
from typing import Any

import pytest

from chipward.dataset.verify.swhid import blob_hash, swhid
from chipward.model.citation import Source
from demo import git, in_repository, in_wheel


@pytest.mark.parametrize("content", [b"", b"words\n", "é\r\n\0".encode()])
def test_the_hash_is_the_one_that_git_gives(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert blob_hash(content) == git(tmp_path, "hash-object", "--no-filters", "file")


def named(lines: tuple[int, int] | None = None, **more: Any) -> str:
    value = in_repository("guide", "docs/a;b%.md", "a" * 40) | more
    return swhid(b"", Source.model_validate(value), lines)


EMPTY = "swh:1:cnt:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


def test_a_file_is_named_with_its_place() -> None:
    assert named((4, 4)) == (
        f"{EMPTY};origin=https://github.com/demo-org/engine;anchor=swh:1:rev:{'a' * 40};path=/docs/a%3Bb%25.md;lines=4"
    )


def test_a_tag_is_no_anchor() -> None:
    release = in_wheel("", "docs/guide.md")["release"]
    assert "anchor" not in named(commit=None, tag="v1", release=release)


def test_a_file_of_a_release_is_named_by_its_content() -> None:
    assert swhid(b"", Source.model_validate(in_wheel("api", "api.py")), (1, 2)) == f"{EMPTY};lines=1-2"


def test_a_page_is_named_with_its_address() -> None:
    place = {"repository": None, "commit": None, "path": None, "url": "https://example.org/a;b", "read": "2026-01-01"}
    assert named(**place) == f"{EMPTY};origin=https://example.org/a%3Bb"
