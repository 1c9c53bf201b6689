"""What a GPU of this machine was given is compiled once more, and counts as executed where the same bytes come out."""

from pathlib import Path
from shutil import copytree

import pytest
from own_gpu_runs import do, left, noted_otherwise, recorded

from chipward.artifacts.derive import complete
from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle, open_bundle

pytestmark = pytest.mark.slow

NAME = "NVIDIA H100 80GB HBM3"
RELU = "kernel-2-0-forward-triton_poi_fused_relu_0"
SOFTMAX = "kernel-1-0-forward-triton_per_fused__softmax_mul_prepare_softmax_online_0"
STAGES = {"ttir", "ttgir", "llir", "ptx", "cubin"}


def origins(bundle: Bundle, unit: str) -> dict[str, str]:
    return {each.id.rpartition("/")[2]: each.origin.value for each in bundle.trace.artifacts if each.unit == unit}


def test_every_candidate_comes_out_as_the_gpu_was_given_it(own_gpu_bundle: Bundle) -> None:
    below = [
        each for each in own_gpu_bundle.trace.artifacts if "-forward-triton" in each.unit or "-backward-t" in each.unit
    ]
    compiled = {each.id.rpartition("/")[2] for each in below if each.origin.value != "executed"}
    assert compiled == {"relink"}  # the proof is of a second cubin
    ran = [each for each in below if each.id.rpartition("/")[2] in STAGES | {"sass", "usage"}]
    assert len(ran) == 7 * len({each.unit for each in ran}) >= 7 * 9
    assert all(f"byte for byte what {NAME} of this machine was given" in each.recipe.how for each in ran)
    assert not [each for each in own_gpu_bundle.trace.findings if each.kind == "not-what-ran"]


def test_a_kernel_that_ran_is_executed_and_not_said_to_be_compiled_here(own_gpu_bundle: Bundle) -> None:
    assert origins(own_gpu_bundle, SOFTMAX)["triton"] == "executed"
    assert not [each.text for each in own_gpu_bundle.trace.findings if each.kind == "fidelity"]


def test_what_was_chosen_is_named_as_its_candidate_is(own_gpu_bundle: Bundle) -> None:
    told = {each.unit: each.text for each in own_gpu_bundle.trace.findings if each.kind == "autotuning"}
    for unit, text in told.items():
        names = [each.name for each in own_gpu_bundle.trace.units if each.parent == unit]
        assert f"timed {len(names)} candidates" in text
        assert [name for name in names if text.endswith(f": {name}.")]
    assert RELU in told
    assert len(told) == 2


def test_a_line_of_the_program_leads_to_the_instructions_that_ran(own_gpu_bundle: Bundle) -> None:
    trace, line_map = complete(own_gpu_bundle.trace, own_gpu_bundle.text, own_gpu_bundle.line_map)
    program = next(each.id for each in trace.artifacts if each.title.endswith("on_both.py"))
    lines = own_gpu_bundle.text(program).split("\n")
    softmax = next(number for number, line in enumerate(lines, 1) if "torch.softmax" in line)
    became = {str(name): each for name, each in LineGraph(trace, line_map).became(program, softmax).items()}
    sass = own_gpu_bundle.text(f"{SOFTMAX}/sass").split("\n")
    found = [sass[line - 1] for line in became[f"{SOFTMAX}/sass"].lines]
    assert [line for line in found if "MUFU.EX2" in line]
    assert "triton_helpers.py" in own_gpu_bundle.text(f"{SOFTMAX}/sass")  # a note names a library's file, not the own


@pytest.mark.parametrize(
    ("changes", "expected", "told"),
    [
        ({"made": {}}, set(), f"PyTorch kept no copy of what {NAME} was given"),
        ({"is_loaded": False}, set(), f"{NAME} was not given this candidate"),
        ({"cubin": ["0" * 64, 7]}, STAGES - {"cubin"}, "cubin: "),
    ],
)
def test_what_is_other_than_what_ran_is_compiled_and_told(
    own_gpu_spool: Path, tmp_path: Path, changes: dict[str, object], expected: set[str], told: str
) -> None:
    spool = tmp_path / "spool"
    copytree(own_gpu_spool, spool)
    (task,) = left(spool, "torch-triton-kernel", of="fused_relu")
    if "cubin" in changes:
        candidates = task.facts["given"]["candidates"]  # type: ignore[index]
        changes = {"made": candidates[0]["made"] | changes}
    do(spool, [noted_otherwise(task, **changes)])
    with open_bundle(spool) as bundle:
        first, second = origins(bundle, f"{RELU}-c0"), origins(bundle, f"{RELU}-c1")
        said = {str(each.unit): each.text for each in bundle.trace.findings if each.kind == "not-what-ran"}
    assert {stage for stage in STAGES if first[stage] == "executed"} == expected
    assert first["sass"] == first["usage"] == "compiled"
    assert second["sass"] == "executed"
    assert list(said) == [f"{RELU}-c0"]
    assert told in said[f"{RELU}-c0"]
    if "made" in changes and expected:
        assert said[f"{RELU}-c0"].endswith(" bytes, and there were 7.")


def test_kernels_out_of_a_pool_and_kernels_that_triton_loads_are_noted_as_well(tmp_path: Path) -> None:
    spool, printed = recorded(tmp_path, "cuda:h100", "pooled", "by-triton", "ways", target="cuda:t4")
    assert "('triton_red_fused_sin_sum_0', 3)" in printed
    todo = left(spool, "torch-triton-kernel", of="fused_relu")
    beside = left(spool, "torch-graph-for-target", of="product becomes on cuda:t4")
    assert len({task.room for task in (*todo, *beside)}) == 2
    do(spool, [*todo, *beside])
    with open_bundle(spool) as bundle:
        assert origins(bundle, f"{RELU}-c0") | origins(bundle, f"{RELU}-c1") == dict.fromkeys(
            [*STAGES, "sass", "usage"], "executed"
        ) | {"relink": "compiled"}
        ways = [
            each.text for each in bundle.trace.findings if each.kind == "autotuning" and "ways to do mm" in each.text
        ]
        assert origins(bundle, "cuda-t4-frame-2-0")["graph"] == "compiled"
        assert not [each.why for each in bundle.trace.missing if "Looking at it failed" in each.why]
    assert len(ways) == 1
    assert ways[0].endswith(" ways to do mm. The fastest is mm.")
