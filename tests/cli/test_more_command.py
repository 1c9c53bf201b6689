"""`chipward more`: what it lists, what it refuses, and what it leaves as it was."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from run_chipward import chipward

from chipward.bundle.journal import Journal
from chipward.bundle.read import open_bundle
from chipward.capture import more as making
from chipward.capture.crew import STOPPED
from chipward.capture.tracers import more as port
from chipward.model.trace import Trace
from made_up_jax import HLO, LLO, tell_jax, write_jax_trace
from made_up_trace import write_trace

KERNEL = "tpu-v5e-2x2-jit-0-f-k-fusion"


class MadeUp:
    """Makes more without a compiler."""

    versions = ("jaxlib 0",)

    def __init__(self, made: str | None, hlo: str = HLO, why: str = "It died (signal 6). It said: too much") -> None:
        self.why = why
        self.made, self.hlo = made, hlo
        self.seen: dict[str, Any] = {}

    def refuses(self, trace: Trace, target: str) -> str | None:
        del trace, target
        return None

    def leave(self, journal: Journal, facts: Mapping[str, str]) -> None:
        self.seen = {**facts, port.OPTIONS: (journal.folder / port.OPTIONS).read_bytes()}
        if self.made is None:
            journal.missing("It", self.why)
            return
        (journal.folder / port.MADE).write_text(self.made)
        (journal.folder / port.AGAIN).write_text(self.hlo)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_jax_trace(tmp_path / "f.chipward")


def makes(monkeypatch: pytest.MonkeyPatch, made: str | None, hlo: str = HLO) -> MadeUp:
    maker = MadeUp(made, hlo)
    monkeypatch.setattr(making, "_maker", lambda *_: maker)
    return maker


def refused(*words: str | Path) -> str:
    result = chipward("more", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("chipward: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_it_lists_what_can_be_had_with_what_it_takes(bundle: Path) -> None:
    told = chipward("more", bundle).stdout.splitlines()
    assert f"{KERNEL} llo-stages" in told
    assert "  Stages of LLO of fusion: about 5 s, about 0.1 MB on the disk meanwhile" in told
    assert told[-1] == f"To make one: chipward more {bundle} UNIT KIND"
    assert len(told) == 13


def test_of_a_unit_it_lists_what_is_below_it(bundle: Path) -> None:
    told = chipward("more", bundle, "cuda-h100-jit-0-f").stdout
    assert "triton-passes" in told
    assert "llo-stages" not in told


def test_of_other_traces_there_is_nothing(tmp_path: Path) -> None:
    told = chipward("more", write_trace(tmp_path / "mlp.chipward"))
    assert (told.exit_code, told.stdout[:28]) == (0, "Nothing more can be made of ")


def test_what_cannot_be_made_is_refused_with_what_can(bundle: Path) -> None:
    before = bundle.read_bytes()
    assert "there is no unit 'fushion'; did you mean" in refused(bundle, "fushion", "llo-stages")
    assert "there is no text to be made of it 'sass'. Choose from: llo-stages" in refused(bundle, KERNEL, "sass")
    assert f"f may be any of {KERNEL}, tpu-v5e-2x2-jit-0-f-k-pallas; name one of these" in refused(
        bundle, "f", "llo-stages"
    )
    assert "add --yes" in refused(bundle, KERNEL, "llo-stages")
    assert bundle.read_bytes() == before


def test_another_version_of_jax_is_refused_with_the_one_to_install(tmp_path: Path) -> None:
    other = write_jax_trace(tmp_path / "f.chipward", jax="0.1.2")
    assert 'install it first: pip install "jax==0.1.2"' in refused(other, KERNEL, "llo-stages", "--yes")


def test_a_folder_that_a_run_has_left_is_to_be_finished_first(tmp_path: Path) -> None:
    left = tmp_path / "f.chipward.part"
    tell_jax(Journal(left))
    assert f"make a bundle of it first: chipward finish {left}" in refused(left, KERNEL, "llo-stages", "--yes")


def test_what_was_made_is_added_with_its_maps(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = makes(monkeypatch, f"### before the first pass\n{LLO}\n### 1. LLO: dce\n-x\n")
    result = chipward("more", bundle, KERNEL, "llo-stages", "--yes")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"chipward show {bundle} --unit {KERNEL} --stage llo-stages" in result.stdout
    assert maker.seen == {
        "target": "tpu:v5e:2x2",
        "kernel": "fusion",
        "kind": "llo-stages",
        "what": "llo-stages",
        port.OPTIONS: b"\x08\x01\xff",
    }
    with open_bundle(bundle) as opened:
        maps = {entry.start: opened.line_map(entry.id) for entry in opened.trace.maps if entry.end.endswith("stages")}
        assert {start.rpartition("/")[2]: list(map(tuple, each)) for start, each in maps.items()} == {
            "llo": [(1, 2, "exact", None), (2, 3, "exact", None), (4, 5, "exact", None)],
            "hlo-optimized": [(4, 3, "unit", None), (4, 5, "unit", None)],
        }
    again = refused(bundle, KERNEL, "llo-stages", "--yes")
    assert f"the bundle holds {KERNEL}/llo-stages already" in again


def test_where_no_line_is_known_again_the_whole_came_from_the_instruction(
    bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    makes(monkeypatch, "### before the first pass\nfunc.func @f\n\n### 1. MLIR: CSEPass\n@@ -1 +1 @@\n-a\n")
    assert chipward("more", bundle, "gemm", "triton-passes", "-y", "-q").exit_code == 0
    with open_bundle(bundle) as opened:
        (entry,) = [one for one in opened.trace.maps if one.end.endswith("/triton-passes")]
        assert [edge[:3] for edge in opened.line_map(entry.id)] == [(4, 2, "unit"), (4, 6, "unit")]


@pytest.mark.parametrize(
    ("made", "hlo", "why"),
    [
        (None, HLO, "It said: too much"),
        ("text", HLO.replace("fusion(%a)", "copy(%a)"), "the compiler made another program of it this time"),
    ],
)
def test_what_goes_wrong_leaves_the_bundle(
    bundle: Path, monkeypatch: pytest.MonkeyPatch, made: str | None, hlo: str, why: str
) -> None:
    before = bundle.read_bytes()
    makes(monkeypatch, made, hlo)
    assert f"{bundle} is as it was: " in (said := refused(bundle, KERNEL, "llo-stages", "--yes"))
    assert why in said
    assert bundle.read_bytes() == before


def test_who_stops_it_hears_that_the_bundle_is_as_it_was(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bundle.read_bytes()
    makes(monkeypatch, None).why = STOPPED
    assert refused(bundle, KERNEL, "llo-stages", "--yes") == f"chipward: {bundle} is as it was: You stopped it.\n"
    assert bundle.read_bytes() == before


def test_show_says_what_can_be_made(bundle: Path) -> None:
    told = " ".join(chipward("show", bundle, "--unit", "gemm").stdout.split())
    assert "chipward more" in told
    assert "Passes of Triton of gemm for cuda:h100, about 4 s" in told
    assert f"6 texts of kernels: chipward more {bundle} lists them" in " ".join(chipward("show", bundle).stdout.split())
