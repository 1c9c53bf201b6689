"""PyTorch that would compile a program again because it is watched."""

from pathlib import Path

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.eager import EagerTracer


def test_a_mode_that_the_compiler_would_guard_on_is_not_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(TorchDispatchMode, "ignore_compile_internals")
    tracer, session = EagerTracer(), Session(Journal(tmp_path / "spool"), Options())
    tracer.watches["torch"](torch, session)
    assert torch.utils._python_dispatch._len_torch_dispatch_stack() == 0
    tracer.stop(session)
    (gone,) = pack(tmp_path / "spool", tmp_path / "run.chipward").missing
    assert (gone.what, gone.stage) == ("The operators that eager code calls", "pytorch")
    assert gone.why.startswith(f"PyTorch {torch.__version__} compiles a function again")
