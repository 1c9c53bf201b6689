"""``%%chipward`` in IPython: the cell runs in the notebook, and its trace stands below it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

from chipward.bundle.read import open_bundle
from chipward.cli.notebook import Viewer
from chipward.errors import Misuse


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "chipward")
    yield shell
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()


def test_a_cell_runs_in_the_notebook_and_leaves_a_bundle(shell: InteractiveShell, tmp_path: Path) -> None:
    viewer = shell.run_cell_magic("chipward", "-o mine.chipward --quiet", "answer = 6 * 7\n")
    assert shell.user_ns["answer"] == 42
    assert isinstance(viewer, Viewer)
    with open_bundle(tmp_path / "mine.chipward") as bundle:
        assert (bundle.trace.program.kind, bundle.trace.program.entry) == ("cell", "In [1]")
        assert bundle.trace.outcome.ending == "finished"


def test_the_viewer_stands_below_the_cell_and_can_reach_nothing(shell: InteractiveShell) -> None:
    viewer = shell.run_cell_magic("chipward", "--quiet", "pass\n")
    shown = viewer._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;')
    assert 'sandbox="allow-scripts allow-downloads allow-popups"' in shown
    assert "<script" not in shown
    assert repr(viewer) == "cell.chipward (to see it: chipward open cell.chipward)"


def test_a_cell_that_fails_shows_its_error_and_leaves_a_bundle(
    shell: InteractiveShell, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.run_cell_magic("chipward", "--quiet", "1 / 0\n")
    assert "ZeroDivisionError" in capsys.readouterr().out
    with open_bundle(tmp_path / "cell.chipward") as bundle:
        assert bundle.trace.outcome.ending == "exited"


def test_a_word_that_it_does_not_take_is_refused(shell: InteractiveShell) -> None:
    with pytest.raises(Misuse, match="%%chipward: unrecognized arguments: --fast; it takes -o FILE"):
        shell.run_cell_magic("chipward", "--fast", "pass\n")


def test_an_open_quotation_mark_is_refused(shell: InteractiveShell) -> None:
    with pytest.raises(Misuse, match="%%chipward: no closing quotation; it takes -o FILE"):
        shell.run_cell_magic("chipward", '-o "mine.chipward', "pass\n")
