"""A program that compiles for a GPU of this machine and for the CPU: each stands on its own path."""

import pytest

from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow

OWN, NAME = "cuda:sm_90", "NVIDIA H100 80GB HBM3"
AT_HOME = "frame-0-0"  # the one that is compiled first


def target_of(bundle: Bundle, unit: str | None) -> str:
    found = next(each for each in bundle.trace.units if each.id == unit)
    return bundle.trace.selections[found.selection].target


def test_a_frame_and_all_below_it_go_along_the_path_of_what_its_tensors_lie_on(own_gpu_bundle: Bundle) -> None:
    units = [each for each in own_gpu_bundle.trace.units if each.kind in {"frame", "graph", "kernel", "candidate"}]
    frames = {each.id: each.name for each in units if each.kind == "frame"}
    assert list(frames.values()) == ["at_home", "share", "product", "timed"]
    for each in units:
        assert target_of(own_gpu_bundle, each.id) == ("cpu" if "-0-0" in each.id else OWN), each.id
    assert {each.kind for each in units if target_of(own_gpu_bundle, each.id) == OWN} == {
        "frame",
        "graph",
        "kernel",
        "candidate",
    }


def test_the_paths_are_those_of_the_explainer(own_gpu_bundle: Bundle) -> None:
    found = [
        ({str(choice): str(option) for choice, option in each.choices.items()}, each.target)
        for each in own_gpu_bundle.trace.selections
    ]
    assert [(choices["mode"], choices["device"], target) for choices, target in found] == [
        ("compile", "cpu", "cpu"),
        ("compile", "nvidia-gpu", OWN),
        ("eager", "nvidia-gpu", OWN),
    ]


def test_each_frame_says_on_which_gpu_it_is(own_gpu_bundle: Bundle) -> None:
    told = {each.unit: each for each in own_gpu_bundle.trace.findings if each.kind == "own-gpu"}
    assert set(told) == {"frame-1-0", "frame-2-0", "frame-3-0"}
    assert all(f"{NAME} (cuda:0)" in each.text and each.place for each in told.values())


def test_what_nobody_can_see_is_said_of_both_paths(own_gpu_bundle: Bundle) -> None:
    trace = own_gpu_bundle.trace
    found = {
        (trace.selections[each.selection].target, each.stage)
        for each in trace.missing
        if each.always and "compile" in trace.selections[each.selection].choices.values()
    }
    assert found == {(OWN, stage) for stage in ("pytorch", "cuda-kernels", "nvidia-gpu")} | {
        ("cpu", stage) for stage in ("pytorch", "cpu-kernels", "cpu")
    }


def test_a_call_into_a_library_ran_on_the_gpu(own_gpu_bundle: Bundle) -> None:
    (told,) = [each.text for each in own_gpu_bundle.trace.findings if each.kind == "extern-call"]
    assert "extern_kernels.mm" in told
    assert f"It ran on {NAME}." in told


def test_nothing_failed_while_it_was_looked_at(own_gpu_bundle: Bundle) -> None:
    assert not [each.why for each in own_gpu_bundle.trace.missing if "Looking at it failed" in each.why]
    assert not own_gpu_bundle.trace.outcome.note
