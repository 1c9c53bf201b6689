"""An exported trace, with its own policy and no server: what it holds can neither run nor load anything."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import OpenPage
from made_up_trace import MARKUP, write_hostile_trace


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    trace = write_hostile_trace(folder / "hostile.chipward")
    command = [sys.executable, "-m", "chipward", "export", trace, "-o", folder / "run.html"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "run.html"


def test_hostile_texts_are_shown_and_nothing_is_forbidden_because_nothing_is_tried(
    open_page: OpenPage, exported: Path
) -> None:
    page = open_page(exported.as_uri())
    page.goto(f"{exported.as_uri()}#open=hostile/text,hostile/html&at=hostile/text:1")
    expect(page.locator('.pane[data-artifact="hostile/text"] .cm-line').first).to_have_text(MARKUP.strip())
    assert page.title() == "mlp.py · a trace"
    assert page.locator("img[src], [onerror]").count() == 0


def test_a_reader_without_script_has_the_panes_the_findings_and_the_gaps(open_page: OpenPage, exported: Path) -> None:
    page = open_page(exported.as_uri(), java_script_enabled=False)
    page.goto(exported.as_uri())
    expect(page.locator("[id='program/mlp.py:9']")).to_contain_text("torch.relu(self.a(x))")
    expect(page.locator("#findings_")).to_contain_text("addmm stayed outside the generated code")
    expect(page.locator("#missing_")).to_contain_text("The library that ran it was not sampled.")
