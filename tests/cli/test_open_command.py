"""`chipward open`: a trace in the browser, for this machine alone."""

import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from run_chipward import chipward

from chipward.bundle.journal import Journal
from made_up_trace import SELECTION, write_trace


@contextmanager
def opened(trace: Path) -> Iterator[str]:
    """The address that the command tells."""
    command = [sys.executable, "-u", "-W", "error", "-m", "chipward", "open", trace, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


def fetch(url: str) -> str:
    with urllib.request.urlopen(url) as answer:  # noqa: S310 -- our own server
        return str(answer.read().decode())


def test_a_bundle_is_shown_with_the_whole_site_around_it(tmp_path: Path) -> None:
    with opened(write_trace(tmp_path / "My run 1.chipward")) as url:
        assert url.endswith("/traces/my-run-1/")
        assert "<h1>mlp.py</h1>" in fetch(url)
        assert "mlp.py" in fetch(url.replace("my-run-1/", ""))
        assert "what it wrote for mlp.py, line 9" in fetch(
            url.replace("traces/my-run-1", "explainers/pytorch/compile/cpu")
        )


def test_what_a_killed_run_has_left_is_shown(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "run.chipward.part")
    journal.program(kind="script", entry="train.py", arguments=[], directory="project")
    journal.unit("graph", name="half a graph", kind="graph", selection=SELECTION)
    journal.artifact("graph", "fx", stage="dynamo", kind="fx-graph", title="x", content="x = 1\n", how="By hand")
    with opened(tmp_path / "run.chipward.part") as url:
        page = fetch(url)
        assert "half a graph" in page
        assert "The recording stops without a word" in page


@pytest.mark.parametrize("words", [["--host", "192.0.2.1"], ["--host", "example.org"]])
def test_it_answers_no_other_machine(tmp_path: Path, words: list[str]) -> None:
    result = chipward("open", write_trace(tmp_path / "run.chipward"), *words)
    assert result.exit_code == 2
    assert "is not an address of this machine alone" in result.stderr


def test_what_is_wrong_with_a_bundle_is_said_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "no.chipward").write_bytes(b"nothing")
    result = chipward("open", tmp_path / "no.chipward")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no.chipward" in result.stderr
    assert result.stderr.count("\n") == 1
