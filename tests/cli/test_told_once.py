"""`chipward show` tells what is found or missing once, with all that it is about."""

import json
from pathlib import Path

import pytest
from run_chipward import chipward

from chipward.bundle.journal import Journal

_CALL = "The wrapper calls extern_kernels.mm, 8 times."
_SEVERAL = "Inductor has 4 candidates for this kernel."
_GONE, _WHY = "Calls of PyTorch's interface", "They are read and not made."


def _selection(target: str | None) -> dict[str, object]:
    choices = {"mode": "compile", "device": "nvidia-gpu" if target else "cpu"}
    return {"explainer": "how-pytorch-runs", "choices": choices, "target": target or "cpu"}


def _begun(folder: Path, *, lines: int) -> Journal:
    (folder / "train.py").write_text("x = 1\n" * lines, encoding="utf-8")
    journal = Journal(folder / "spool")
    journal.program(kind="script", entry="train.py", directory=str(folder))
    return journal


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    """One graph on the CPU and for two GPUs, with a kernel each, and the same to say of all of them."""
    journal = _begun(tmp_path, lines=9)
    source = journal.source(tmp_path / "train.py")
    assert source
    for target in (None, "cuda:h100", "cuda:t4"):
        slug = f"{target.replace(':', '-')}-" if target else ""
        graph, kernel = f"{slug}graph-0-0-backward", f"{slug}kernel-0"
        journal.unit(graph, name="backward graph", kind="graph", selection=_selection(target))
        journal.unit(kernel, name="triton_mul_0", kind="kernel", parent=graph, selection=_selection(target))
        journal.finding("fidelity", _SEVERAL, unit=kernel)
        journal.finding("vectorised", "triton_mul_0 works on 16 elements.", unit=kernel)
        journal.finding("extern-call", _CALL, unit=graph, place=(source, 3))
        journal.missing(_GONE, _WHY, unit=graph, selection=_selection(target))
    return tmp_path / "spool"


def _told(spool: Path, *words: str) -> str:
    return " ".join(chipward("show", spool, *words).stdout.split())


def test_a_finding_names_the_units_and_the_targets_that_it_is_about(spool: Path) -> None:
    told = _told(spool)
    assert f"Extern call: {_CALL} (backward graph for cuda:h100 and cuda:t4; train.py:3)" in told
    assert f"Fidelity: {_SEVERAL} (triton_mul_0 for cuda:h100 and cuda:t4)" in told
    assert told.count(_CALL) == told.count(_SEVERAL) == 1


def test_a_unit_that_the_text_names_is_not_named_again(spool: Path) -> None:
    told = _told(spool)
    assert "Vectorised: triton_mul_0 works on 16 elements. (for cuda:h100 and cuda:t4) Fidelity: " in told


def test_a_name_within_another_word_does_not_name_the_unit(tmp_path: Path) -> None:
    journal = _begun(tmp_path, lines=1)
    journal.unit("frame-0-0", name="f", kind="frame", selection=_selection(None))
    journal.finding("extern-call", _CALL, unit="frame-0-0")
    assert f"Extern call: {_CALL} (f)" in _told(tmp_path / "spool")


def test_how_far_a_trace_can_be_trusted_is_told_last(spool: Path) -> None:
    told = _told(spool)
    assert max(told.index("Vectorised: "), told.index("Extern call: ")) < told.index("Fidelity: ")


def test_a_line_s_findings_name_their_units_and_no_place(spool: Path) -> None:
    told = _told(spool, "--line", "train.py:3")
    assert f"Extern call: {_CALL} (backward graph for cuda:h100 and cuda:t4)" in told


def test_what_is_missing_on_several_paths_is_told_once_with_them(spool: Path) -> None:
    told = _told(spool)
    assert told.count(_GONE) == 1
    assert f"{_WHY} (torch.compile · CPU; torch.compile · NVIDIA GPU, cuda:h100; torch.compile · NVIDIA GPU, " in told


def test_programs_get_all_of_them(spool: Path) -> None:
    value = json.loads(chipward("show", spool, "--json").stdout)
    assert (len(value["findings"]), len(value["missing"])) == (9, 3)


def test_an_unfinished_recording_says_what_brings_a_line_s_maps(spool: Path) -> None:
    told = _told(spool, "--line", "train.py:1")
    assert "No map of this trace says what this line became" in told
    assert "not finished: `chipward finish` adds further maps." in told


def test_of_a_call_that_is_made_again_and_again_some_lines_are_told(tmp_path: Path) -> None:
    journal = _begun(tmp_path, lines=1)
    journal.unit("graph-0", name="forward graph", kind="graph", selection=_selection(None))
    source = journal.source(tmp_path / "train.py")
    calls = "    extern_kernels.mm(a, b, out=c)\n" * 30
    kind = "inductor-wrapper"
    wrapper = journal.artifact(
        "graph-0", "wrapper", stage="inductor", kind=kind, title="Wrapper", content=calls, how="By it"
    )
    assert source
    journal.map(source, wrapper, [(1, line, "exact") for line in range(1, 31)], method="By hand")
    journal.finding("extern-call", "It is called 30 times.", unit="graph-0", evidence=(wrapper, 1))
    told = _told(tmp_path / "spool", "--line", "train.py:1")
    assert "At extern_kernels.mm in graph-0/wrapper:1, 2, 3, 4, 5, 6, 7, 8 and 22 more lines. It is called" in told
