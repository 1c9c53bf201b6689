"""A program that uses a GPU of this machine: what of that a trace does not hold."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.unseen import tell_of_own_gpu


@pytest.mark.parametrize("used", [True, False])
def test_what_ran_there_is_missing_only_where_something_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, used: bool
) -> None:
    monkeypatch.setitem(sys.modules, "torch.cuda", SimpleNamespace(is_initialized=lambda: used))
    tell_of_own_gpu(Session(Journal(tmp_path), Options()))
    (journal,) = read_journals(tmp_path)
    assert [record["what"] for record in journal.of("missing")] == ["What ran on your GPU"] * used
