"""Why a loop is not vectorised, in the versions of PyTorch that tell it."""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile import vectors
from chipward.capture.tracers.torch.compile.hooks import Hooks


class KernelOpStats:
    """The figures that PyTorch's choice goes by."""

    OVERHEAD_RATIO_THRESHOLD = 0.5

    def __init__(self) -> None:
        self.op_counter = {"load": 8}
        self.non_contig_indexing_op_counter = {"load": 6}


class Older:
    """A choice of tiles, as torch 2.6 makes it."""

    def select_tiling(self, _loops: object, _sizes: object) -> tuple[object, ...]:
        return [], []


class Newer:
    """The same with the figures, as later versions make it."""

    def select_tiling(self, _loops: object, _sizes: object) -> tuple[object, ...]:
        return [], [], KernelOpStats()


def choosing(folder: Path, select: type[Older | Newer], **held: object) -> list[str]:
    """What is said of one choice of tiles; what is missing is in the journal."""
    cpp = ModuleType("torch._inductor.codegen.cpp")
    vars(cpp).update(TilingSelect=select, **held)
    hooks = Hooks(Session(Journal(folder), Options()))
    vectors.watch(cpp, hooks)
    select().select_tiling([], [])
    hooks.undo()
    return vectors.take_reasons()


def missing(folder: Path) -> list[str]:
    records = [json.loads(line) for line in (folder / "journal-0.jsonl").read_text().splitlines()]
    return [record["why"] for record in records if record["type"] == "missing"]


def test_the_figures_of_the_choice_tell_why(tmp_path: Path) -> None:
    reasons = choosing(tmp_path, Newer, KernelOpStats=KernelOpStats)
    assert reasons == ["6 of its 8 steps would reach for elements that do not lie side by side"]
    assert missing(tmp_path) == []


def test_a_version_without_figures_is_said_not_to_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(__version__="2.6.0"))
    assert choosing(tmp_path, Older) == []
    assert missing(tmp_path) == ["torch 2.6.0 does not tell why a loop is not vectorised"]
