"""Symbols that PyTorch makes for itself are no sizes of the program."""

from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile.findings import shapes
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.recorder import Recorder


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("L['n'].size()[0]", ["Size 0 of n is the symbol s7: this code serves every value from 2 on. It was 3"]),
        ("<ephemeral: tensor_visitor_fn>.size()[0]", []),
    ],
)
def test_a_size_is_told_if_it_is_the_programs(source: str, told: list[str], tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    recorder = Recorder(Session(journal, Options()))
    symbol = {"source": source, "symbol": "s7", "vr": "[2, int_oo]", "val": "3"}

    shapes.tell(recorder, CompileId(0, 0), symbol, None)

    texts = [str(found["text"]) for written in read_journals(tmp_path) for found in written.of("finding")]
    assert [text.removesuffix(" when it was compiled.") for text in texts] == told
