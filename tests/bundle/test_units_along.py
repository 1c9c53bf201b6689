"""Which path a unit goes along may be known only later; then it counts as if it had been known from the start."""

from pathlib import Path

from journals import in_child, keep

from chipward.bundle.assembly import assemble
from chipward.bundle.journal import Journal

CPU = {"explainer": "how-pytorch-runs", "choices": {"mode": "compile", "device": "cpu"}, "target": "cpu"}
GPU = {"explainer": "how-pytorch-runs", "choices": {"mode": "compile", "device": "nvidia-gpu"}, "target": "cuda:sm_90"}


def begin(folder: Path, *frames: str) -> Journal:
    journal = Journal(folder)
    for frame in frames:
        journal.unit(frame, name=frame, kind="frame", selection=CPU)
        journal.unit(frame.replace("frame", "graph"), name="forward graph", kind="graph", parent=frame)
    return journal


def targets(folder: Path) -> dict[str, str]:
    trace = assemble(folder).trace
    return {unit.id: trace.selections[unit.selection].target for unit in trace.units}


def test_what_lies_below_goes_along_whether_it_came_before_or_comes_after(tmp_path: Path) -> None:
    journal = begin(tmp_path, "frame-0", "frame-1")
    journal.along("frame-1", GPU)
    journal.unit("kernel-1", name="k", kind="kernel", parent="graph-1")
    journal.missing("The rest", "It was not looked at.", unit="kernel-1")
    on_gpu, on_cpu = {"frame-1", "graph-1", "kernel-1"}, {"frame-0", "graph-0"}
    assert targets(tmp_path) == dict.fromkeys(on_cpu, "cpu") | dict.fromkeys(on_gpu, "cuda:sm_90")
    trace = assemble(tmp_path).trace
    assert [trace.selections[one.selection].target for one in trace.missing] == ["cuda:sm_90"]


def test_a_unit_below_that_names_a_path_of_its_own_keeps_it(tmp_path: Path) -> None:
    journal = begin(tmp_path, "frame-0")
    other = GPU | {"target": "cuda:h100"}
    journal.unit("cuda-h100-frame-0", name="f", kind="frame", parent="frame-0", selection=other)
    journal.along("frame-0", GPU)
    assert targets(tmp_path)["cuda-h100-frame-0"] == "cuda:h100"


def test_a_path_that_nothing_goes_along_after_all_is_not_in_the_trace(tmp_path: Path) -> None:
    begin(tmp_path, "frame-0").along("frame-0", GPU)
    assert [selection.target for selection in assemble(tmp_path).trace.selections] == ["cuda:sm_90"]


def test_work_after_the_run_may_say_it_and_need_not_come_last(tmp_path: Path) -> None:
    journal = begin(tmp_path, "frame-0", "frame-1")
    added = Journal(tmp_path, process=0, part=1)
    added.along("frame-0", GPU)
    journal.unit("frame-0", name="frame-0", kind="frame", selection=CPU)  # once more
    keep(added, "text")
    assert targets(tmp_path)["frame-0"] == "cuda:sm_90"


def test_a_child_speaks_of_its_own_units(tmp_path: Path) -> None:
    journal = begin(tmp_path, "frame-0")

    def child() -> None:
        journal.unit("frame-9", name="f", kind="frame", selection=CPU)
        journal.along("frame-9", GPU)

    in_child(child)
    assert targets(tmp_path) == {"frame-0": "cpu", "graph-0": "cpu", "p1.frame-9": "cuda:sm_90"}


def test_a_word_that_means_nothing_changes_nothing(tmp_path: Path) -> None:
    journal = begin(tmp_path, "frame-0")
    journal.along("frame-0", {"explainer": "how-pytorch-runs"})
    journal.along("nobody", GPU)
    journal.along(["a"], GPU)  # type: ignore[arg-type]
    trace = assemble(tmp_path).trace
    assert targets(tmp_path) == {"frame-0": "cpu", "graph-0": "cpu"}
    assert trace.outcome.note == "2 records of the journals could not be used."
