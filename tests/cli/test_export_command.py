"""`chipward export`: a trace to pass on."""

import re
from pathlib import Path

import pytest
from run_chipward import chipward

from chipward.bundle.read import open_bundle
from made_up_trace import write_trace


@pytest.fixture
def mlp(tmp_path: Path) -> Path:
    return write_trace(tmp_path / "mlp.chipward")


def test_a_page_is_written_and_its_size_told(mlp: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.html"
    result = chipward("export", mlp, "-o", out)
    assert result.exit_code == 0
    assert result.stdout == f"{out} holds the trace: {out.stat().st_size:,} bytes\n"
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "y = torch.relu(self.a(x))" in page


def test_the_same_trace_gives_the_same_page(mlp: Path, tmp_path: Path) -> None:
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    for page in pages:
        assert chipward("export", mlp, "-o", page).exit_code == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_page_without_the_source_says_what_is_left_out(mlp: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.html"
    result = chipward("export", mlp, "-o", out, "--redact", "source,paths")
    assert result.exit_code == 0
    assert "without where files lie on your machine and the code of your own files (names of files, " in result.stdout
    page = out.read_text(encoding="utf-8")
    assert "y = torch.relu(self.a(x))" not in page
    assert "vmaxps ymm1, ymm0, ymm1" in page


def test_a_redacted_bundle_is_a_bundle(mlp: Path, tmp_path: Path) -> None:
    out = tmp_path / "less.chipward"
    assert chipward("export", mlp, "-o", out, "--redact", "source").exit_code == 0
    with open_bundle(out) as bundle:
        assert not bundle.text("program/mlp.py").strip()
        assert bundle.trace.units


@pytest.mark.parametrize(
    ("name", "words", "sentence"),
    [
        ("run.pdf", [], "says neither .html nor .chipward"),
        ("less.chipward", [], "would only be copied; add --redact source,paths"),
        ("run.html", ["--redact", "names"], "there is no part to leave out named 'names'"),
        ("run.html", ["--redact", ","], "--redact names nothing; write what to leave out: source,paths"),
        ("mlp.chipward", ["--redact", "source"], "is the bundle itself; name another file"),
        ("none/run.html", [], "cannot be written"),
        ("none/run.html", ["--redact", "paths"], "; HERE/mlp.chipward is as it was; "),
        ("less.CHIPWARD", [], "would only be copied; add --redact source,paths"),
    ],
)
def test_a_wrong_word_is_told_and_nothing_is_written(
    mlp: Path, tmp_path: Path, name: str, words: list[str], sentence: str
) -> None:
    before = mlp.read_bytes()
    result = chipward("export", mlp, "-o", tmp_path / name, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence.replace("HERE", str(tmp_path)) in result.stderr
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mlp.chipward"]
    assert mlp.read_bytes() == before


@pytest.mark.parametrize("trace", [".", "/", "", "..", "no.chipward"])
@pytest.mark.parametrize("words", [[], ["--redact", "source"]])
def test_what_is_no_trace_is_refused_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trace: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = chipward("export", trace, "-o", "run.html", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_page_that_cannot_be_finished_leaves_the_old_one(mlp: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.html"
    out.write_text("the old one", encoding="utf-8")
    mlp.write_bytes(mlp.read_bytes()[:-200])
    assert chipward("export", mlp, "-o", out).exit_code == 2
    assert out.read_text(encoding="utf-8") == "the old one"


def test_what_it_writes_names_no_place_of_this_machine(mlp: Path, tmp_path: Path) -> None:
    assert chipward("export", mlp, "-o", tmp_path / "run.html").exit_code == 0
    assert not re.search(re.escape(str(tmp_path)), (tmp_path / "run.html").read_text(encoding="utf-8"))
