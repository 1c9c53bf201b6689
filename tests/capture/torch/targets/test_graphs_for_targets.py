"""Every graph of a program becomes what PyTorch's own compiler makes of it for a GPU that is not here."""

from pathlib import Path

import pytest
from target_recording import SEVERAL, TARGETS, Recording
from target_runs import bare, texts

from chipward.bundle.read import Bundle
from chipward.bundle.spool import Task, tasks
from chipward.model.trace import Unit

pytestmark = pytest.mark.slow

H100, MI300X = "cuda:h100", "rocm:mi300x"
CHOICES = {H100: {"mode": "compile", "device": "nvidia-gpu"}, MI300X: {"mode": "compile"}, "cpu": None}
OF_FRAMES = {"graph", "before-pre-grad", "pre-grad"}
OF_GRAPHS = {"aten", "before-post-grad", "post-grad", "ir-before-fusion", "ir-after-fusion", "wrapper"}


def units(bundle: Bundle, target: str, kind: str) -> list[Unit]:
    selections = bundle.trace.selections
    return [unit for unit in bundle.trace.units if unit.kind == kind and selections[unit.selection].target == target]


def names(bundle: Bundle, unit: str) -> set[str]:
    return {artifact.id.rpartition("/")[2] for artifact in bundle.trace.artifacts if artifact.unit == unit}


def fidelity(bundle: Bundle, word: str) -> set[str]:
    """The functions of whose frames a caveat is told."""
    told = {each.unit for each in bundle.trace.findings if each.kind == "fidelity" and word in each.text}
    return {unit.name for unit in bundle.trace.units if unit.id in told}


def test_the_program_computes_the_same_to_the_last_bit(recording: Recording, tmp_path: Path) -> None:
    assert recording.stdout == bare(tmp_path, SEVERAL)


def test_each_graph_waits_for_each_target_in_a_room_of_its_own(recording: Recording, compiled: Bundle) -> None:
    waiting = [(task.room, task.facts["unit"]) for task in recording.left if task.room]
    with_graphs = {unit.parent for unit in units(compiled, "cpu", "graph")}
    assert sorted(waiting) == sorted((target, frame) for target in TARGETS for frame in with_graphs)


def test_each_graph_is_compiled_for_the_target(compiled: Bundle) -> None:
    missing = [gone for gone in compiled.trace.missing if not gone.always]
    assert [(gone.what, gone.why) for gone in missing if compiled.trace.selections[gone.selection].target == H100] == []
    frames = units(compiled, H100, "frame")
    assert [f"cuda-h100-{frame.parent}" for frame in frames] == [frame.id for frame in frames]
    graphs = {
        frame.id: [graph for graph in units(compiled, H100, "graph") if graph.parent == frame.id] for frame in frames
    }
    kernels = {graph.parent for graph in units(compiled, H100, "kernel")}
    for frame in frames:
        assert names(compiled, frame.id) >= OF_FRAMES
        assert graphs[frame.id], frame.name
        for graph in graphs[frame.id]:
            assert names(compiled, graph.id) == OF_GRAPHS | {
                name for name in names(compiled, graph.id) if "graph_0" in name
            }
            assert graph.id in kernels


def test_forward_and_backward_are_both_there(compiled: Bundle) -> None:
    (frame,) = [frame for frame in units(compiled, H100, "frame") if frame.name == "Sequential"]
    directions = {unit.id.rpartition("-")[2] for unit in units(compiled, H100, "graph") if unit.parent == frame.id}
    assert directions == {"forward", "backward"}
    assert "joint" in names(compiled, frame.id)


def test_everything_says_that_it_was_compiled_and_for_what(compiled: Bundle) -> None:
    for artifact in compiled.trace.artifacts:
        unit = next(unit for unit in compiled.trace.units if unit.id == artifact.unit)
        selection = compiled.trace.selections[unit.selection]
        if selection.target != "cpu":
            assert artifact.origin == "compiled", artifact.id
            assert selection.choices == CHOICES[selection.target]
            assert unit.id.startswith(selection.target.replace(":", "-"))


def test_the_graphs_lie_on_the_gpu(compiled: Bundle) -> None:
    for name in ("graph", "joint", "aten", "post-grad"):
        for unit, text in texts(compiled, name).items():
            if unit.startswith(("cuda", "rocm")):
                assert "cuda:0" in text, unit
                on_the_cpu = [line for line in text.splitlines() if "]cpu" in line and "_tensor_constant" not in line]
                assert on_the_cpu == [], unit


def test_both_ways_of_a_choice_that_data_makes_are_compiled(compiled: Bundle) -> None:
    frames = [frame for frame in units(compiled, H100, "frame") if frame.name.startswith("chosen_by_data")]
    assert len(frames) == 3
    graphs = "\n".join(
        text for unit, text in texts(compiled, "graph").items() if unit in {frame.id for frame in frames}
    )
    assert "x_ + 1" in graphs
    assert "x_ - 1" in graphs


def test_sizes_that_change_are_symbols_there_too(compiled: Bundle) -> None:
    first, second = [frame.id for frame in units(compiled, H100, "frame") if frame.name == "scaled"]
    graphs = texts(compiled, "graph")
    assert "Sym(" not in graphs[first]
    assert "Sym(" in graphs[second]


def test_what_was_made_for_rocm_is_made_for_its_wavefronts(compiled: Bundle) -> None:
    kernels = {unit: text for unit, text in texts(compiled, "triton").items() if "doubled" not in unit}
    amd = [text for unit, text in kernels.items() if unit.startswith("rocm-mi300x")]
    nvidia = [text for unit, text in kernels.items() if unit.startswith("cuda-h100")]
    assert amd
    assert all("type='hip'" in text and "warp_size=64" in text and "gfx942" in text for text in amd)
    assert all("type='cuda'" in text and "cc=90" in text and "warp_size=32" in text for text in nvidia)


def test_each_kernel_waits_for_a_worker_of_its_room(
    recording: Recording, on_the_h100: list[Task], compiled: Bundle
) -> None:
    left = {
        task.facts["unit"]: task for task in tasks(recording.spool, on_the_h100) if task.name == "torch-triton-kernel"
    }
    kernels = {unit: text for unit, text in texts(compiled, "triton").items() if unit.startswith("cuda-h100")}
    assert {unit: task.facts["source"] for unit, task in left.items()} == kernels
    assert {task.room for task in left.values()} == {H100}


def test_lines_lead_from_the_program_to_the_kernels(compiled: Bundle) -> None:
    joined = {
        (entry.start.rpartition("/")[2], entry.end.rpartition("/")[2])
        for entry in compiled.trace.maps
        if entry.end.startswith("cuda-h100")
    }
    for way in (
        ("graph", "before-pre-grad"),
        ("before-pre-grad", "pre-grad"),
        ("pre-grad", "post-grad"),
        ("joint", "aten"),
        ("post-grad", "ir-after-fusion"),
        ("post-grad", "triton"),
        ("ir-after-fusion", "triton"),
        ("wrapper", "triton"),
    ):
        assert way in joined


def test_each_caveat_stands_where_it_applies_and_nowhere_else(compiled: Bundle) -> None:
    everywhere = {frame.name for frame in units(compiled, H100, "frame")}
    assert fidelity(compiled, "Compiled here, not run") == everywhere
    assert fidelity(compiled, "moved to the GPU") == everywhere
    assert fidelity(compiled, "Attention is lowered") == {"attended"}
    assert fidelity(compiled, "Autotuning times") == {"tuned"}
    assert fidelity(compiled, "asks for") == set()


def test_calls_into_libraries_are_named_and_not_looked_into(compiled: Bundle) -> None:
    calls = [
        each for each in compiled.trace.findings if each.kind == "extern-call" and str(each.unit).startswith("cuda")
    ]
    assert any("extern_kernels.addmm" in each.text and "cuBLAS does the work" in each.text for each in calls)
    assert all(each.place is not None for each in calls)
