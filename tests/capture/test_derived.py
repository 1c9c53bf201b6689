from pathlib import Path

import pytest

from chipward.bundle import limits
from chipward.bundle.journal import Journal
from chipward.bundle.read import open_bundle
from chipward.capture.derived import add_derived_maps

GRAPH = """class Graph(torch.nn.Module):
    def forward(self):
        # File: {source}:1 in f, code: x.relu()
        relu = torch.relu(x);  x = None
"""


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    source = tmp_path / "train.py"
    source.write_text("x.relu()\n")
    journal = Journal(tmp_path / "spool")
    journal.source(source)
    unit = journal.unit("frame-0-0", name="f", kind="frame")
    graph = GRAPH.format(source=source)
    journal.artifact(
        unit, "graph", stage="dynamo", kind="fx-graph", title="Graph", content=graph, how="Handed over", text=True
    )
    return journal.folder


def test_what_a_text_tells_of_its_lines_becomes_a_map(spool: Path) -> None:
    add_derived_maps(spool)
    with open_bundle(spool) as bundle:
        assert [(entry.start, entry.end) for entry in bundle.trace.maps] == [("program/train.py", "frame-0-0/graph")]


def test_a_text_that_cannot_be_read_is_said_to_have_no_maps(spool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AT_ONCE", 20)
    add_derived_maps(spool)
    with open_bundle(spool) as bundle:
        assert not bundle.trace.maps
        assert [gone.what for gone in bundle.trace.missing] == ["The line maps of Graph"]
