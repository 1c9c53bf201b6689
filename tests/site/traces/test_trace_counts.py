"""What is counted in a trace is there: a kernel once, however many operators ran it, and calls of Python as such."""

import tempfile
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.dataset.load import Dataset, data_folder
from chipward.site.gather import gather_site
from chipward.site.trace_cards import trace_cards
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.index import trace_view
from chipward.site.traces.kernels import kernels_of
from chipward.site.traces.view import TraceView

SELECTION = {"explainer": "how-pytorch-runs", "choices": {"mode": "eager", "device": "cpu"}, "target": "cpu"}
# Two operators that ran one kernel, two of a closed library's kernel, whose code is not kept, and one of another.
OPERATORS = {
    "op-1": "aten::add: add_kernel",
    "op-2": "aten::add_: add_kernel",
    "op-3": "aten::mm: sgemm_kernel",
    "op-4": "aten::addmm: sgemm_kernel",
    "op-5": "aten::cos: cos_kernel",
}
WAY = "# 2 samples\nat::_ops::add::call\nadd_kernel\n"


def _text(journal: Journal, name: str, stage: str, kind: str, content: str) -> str:
    unit, _, short = name.partition("/")
    return journal.artifact(unit, short, stage=stage, kind=kind, title=f"The {short}", content=content, how="By hand")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("counts") / "eager.chipward"
    with tempfile.TemporaryDirectory() as name:
        journal = Journal(Path(name) / "spool")
        journal.program(kind="script", entry="eager.py", arguments=[], directory="project")
        journal.environment(system="Linux 6.1", machine="x86_64", python="3.11.2")
        journal.unit("eager", name="Operators called one by one", kind="eager", selection=SELECTION)
        _text(journal, "eager/calls", "pytorch", "eager-ops", "# eager.py:1\ntorch.add(a, b)\nF.linear(a, b)\n")
        _text(journal, "eager/ops", "aten", "eager-ops", "# eager.py:1\naten::add(a, b)\n")
        journal.unit("code-add_kernel", name="add_kernel", kind="kernel", parent="eager", selection=SELECTION)
        code = _text(journal, "code-add_kernel/asm", "cpu-kernels", "asm-x86", "1000 ret\n")
        for unit, named in OPERATORS.items():
            journal.unit(unit, name=named, kind="kernel", parent="eager", selection=SELECTION)
            way = _text(journal, f"{unit}/native", "cpu-kernels", "native-stack", f"{WAY}# {unit}\n")
            if named.endswith("add_kernel"):
                journal.map(way, code, [(3, 1, "exact")], method="The program counter at each sample")
        journal.outcome(ending="finished", exit_code=0, processes=1, seconds=1.0)
        pack(Path(name) / "spool", out)
    return out


@pytest.fixture(scope="module")
def exhibit(bundle: Path) -> Exhibit:
    return exhibits([bundle])[0]


@pytest.fixture(scope="module")
def told(exhibit: Exhibit, documents: Dataset) -> TraceView:
    return trace_view(exhibit, documents, lambda url: url)


def test_operators_that_ran_one_kernel_tell_of_one(exhibit: Exhibit) -> None:
    assert kernels_of(exhibit.trace) == {
        "code-add_kernel": "code-add_kernel",
        "op-1": "code-add_kernel",
        "op-2": "code-add_kernel",
        "op-3": "op-3",
        "op-4": "op-3",
        "op-5": "op-5",
    }


def test_a_card_counts_each_kernel_once(bundle: Path) -> None:
    (card,) = trace_cards(gather_site(data_folder(), traces=[bundle]))
    assert "3 kernels" in card.counts


def test_the_list_of_units_counts_each_kernel_once_and_calls_an_operator_one(told: TraceView) -> None:
    units = {unit.id: unit for unit in told.units}
    assert units["eager"].kernels == 3
    assert {unit: units[unit].noun for unit in ("eager", "code-add_kernel", "op-1", "op-3")} == {
        "eager": "eager",
        "code-add_kernel": "kernel",
        "op-1": "operator",
        "op-3": "operator",
    }


def test_the_rail_counts_kernels_operators_and_calls_of_python_as_what_they_are(told: TraceView) -> None:
    counts = {stop.id: stop.count for rail in told.rails for band in rail.bands for stop in band.stops}
    assert counts["cpu-kernels"] == "3 kernels"
    assert counts["aten"] == "1 op"
    assert counts["pytorch"] == "2 Python calls"
