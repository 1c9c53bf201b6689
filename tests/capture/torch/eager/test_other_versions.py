"""A PyTorch that lacks what the tracer hooks is traced without it, and that is said."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.eager import EagerTracer


def test_what_a_version_does_not_offer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chipward.capture.tracers.torch.eager.watching", None)
    torch = ModuleType("torch")
    torch.__version__ = "1.0"  # type: ignore[attr-defined]
    session, tracer = Session(Journal(tmp_path), Options()), EagerTracer()
    tracer.watches["torch"](torch, session)
    tracer.stop(session)
    (missing,) = (record for written in read_journals(tmp_path) for record in written.of("missing"))
    assert missing["what"] == "The operators that eager code calls"
    assert str(missing["why"]).startswith("PyTorch 1.0 does not offer what is hooked here: ")
