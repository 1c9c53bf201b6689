"""The static build: where it writes, and what it leaves alone."""

import json
from pathlib import Path

import pytest
from places import BASE_URL

from chipward.errors import Misuse
from chipward.site import gather
from chipward.site.build import MANIFEST, build


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_the_manifest_names_every_file(built: Path) -> None:
    assert json.loads((built / MANIFEST).read_text())["files"] == sorted(set(_files(built)) - {MANIFEST})


def test_the_base_url_changes_nothing_but_what_must_be_absolute(small_data: Path, tmp_path: Path) -> None:
    build(small_data, tmp_path / "plain")
    build(small_data, tmp_path / "below", base_url=f"{BASE_URL}/")
    plain, below = _files(tmp_path / "plain"), _files(tmp_path / "below")
    assert set(below) - set(plain) == {"sitemap.xml"}
    for name in ("data/paths.json", "search/index.js", "static/site.css"):
        assert plain[name] == below[name]


def test_a_later_build_takes_away_what_is_stale_and_leaves_what_is_not_ours(small_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(small_data, out)
    (out / "CNAME").write_text("example.org")
    page = out / "explainers" / "small" / "cpu" / "index.html"
    assert page.is_file()
    explainer = small_data / "explainers" / "how-small-runs.json"
    explainer.write_text(explainer.read_text().replace('"small"', '"tiny"'))
    build(small_data, out)
    assert not page.parent.parent.exists()
    assert (out / "explainers" / "tiny" / "cpu" / "index.html").is_file()
    assert (out / "CNAME").read_text() == "example.org"


def test_an_unchanged_file_keeps_its_date(small_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(small_data, out)
    before = (out / "index.html").stat().st_mtime_ns
    build(small_data, out)
    assert (out / "index.html").stat().st_mtime_ns == before


def test_a_folder_with_other_files_is_refused_and_left_as_it_is(small_data: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Misuse, match="--force"):
        build(small_data, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"
    assert not (tmp_path / "index.html").exists()


def test_force_builds_among_other_files(small_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "full"
    out.mkdir()
    (out / "thesis.txt").write_text("mine")
    build(small_data, out, force=True)
    assert (out / "index.html").is_file()
    assert (out / "thesis.txt").read_text() == "mine"


def test_a_file_in_the_place_of_the_folder_is_refused(small_data: Path, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("")
    with pytest.raises(Misuse, match="is a file"):
        build(small_data, tmp_path / "site")


def test_bad_data_leaves_the_earlier_build_as_it_was(small_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(small_data, out)
    before = _files(out)
    (small_data / "explainers" / "how-small-runs.json").write_text("{")
    with pytest.raises(Misuse, match="how-small-runs"):
        build(small_data, out)
    assert _files(out) == before


def test_a_manifest_cannot_name_files_outside(small_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(small_data, out)
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    (out / MANIFEST).write_text(json.dumps({"files": ["../victim.txt", str(victim), 7, "nul\0"]}))
    build(small_data, out)
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("manifest", ["[", '{"files": 5}', "{}"])
def test_a_broken_manifest_does_not_stop_a_build(small_data: Path, tmp_path: Path, manifest: str) -> None:
    out = tmp_path / "site"
    build(small_data, out)
    (out / MANIFEST).write_text(manifest)
    build(small_data, out)
    assert json.loads((out / MANIFEST).read_text())["files"]


def test_a_build_that_was_cut_short_can_be_done_again(
    small_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    kept = Path.replace

    def cut(path: Path, target: Path) -> Path:
        if target.name == "404.html":
            raise KeyboardInterrupt
        return kept(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", cut)
        with pytest.raises(KeyboardInterrupt):
            build(small_data, out)
    assert list(out.rglob("*.part")) == []
    assert set(build(small_data, out)) == set(_files(out)) - {MANIFEST}


def test_what_somebody_else_took_away_or_replaced_does_not_stop_a_build(small_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    names = build(small_data, out)
    (out / "theirs").mkdir()
    (out / MANIFEST).write_text(json.dumps({"files": [*names, "gone/page.html", "theirs"]}))
    build(small_data, out)
    assert (out / "theirs").is_dir()
    assert "theirs" not in json.loads((out / MANIFEST).read_text())["files"]


@pytest.mark.parametrize(
    "wrong",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://e.org/?a=b",
        "https://e.org/?",
        "https://e.org/#x",
        "https://e.org/#",
        "https://[::1",
        "https://e.org:99999/",
        "https://e.org:port/",
        "https://me:secret@e.org/",
        "https://e.org/a b",
        "https://e.org/\n",
        'https://e.org/"><script>',
        "https://e.org\\x",
        "https://e.org/é",
    ],
)
def test_a_base_url_that_is_none_is_refused(small_data: Path, tmp_path: Path, wrong: str) -> None:
    with pytest.raises(Misuse, match="not a base URL"):
        build(small_data, tmp_path / "site", base_url=wrong)


def test_a_copy_without_web_files_says_what_to_do(
    small_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gather, "STATIC", tmp_path / "bare")
    with pytest.raises(Misuse, match="make web"):
        build(small_data, tmp_path / "site")
    assert not (tmp_path / "site").exists()
