"""What is made here against what a GPU got, compared on sides written by hand: no GPU is needed for that."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from scripts.compare_with_gpu.comparing import compare, instructions
from scripts.compare_with_gpu.reading import without_notes
from scripts.compare_with_gpu.report import contradicted, summary, told
from scripts.compare_with_gpu.sides import UNNAMED, Chosen, Graph, Kernel, Launch, MachineCode, Ran, Real
from scripts.compare_with_gpu.table import contradictions, standing_for
from scripts.compare_with_gpu.wrappers import calls, grid

from chipward.capture.tracers.torch.targets.pretend.pytorch import properties_of
from chipward.dataset.targets import all_targets, find_target

ROOT = Path(__file__).parents[2]
NAME, GRAPH = "triton_poi_fused_relu_0", "cuda-h100-graph-0-0-forward"
SOURCE = f"""
@triton_heuristics.pointwise(
    size_hints={{'x': 4096}},
    triton_meta={{'signature': {{'in_out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}}}},
    inductor_meta={{'grid_type': 'Grid1D', 'kernel_name': '{NAME}', 'hints': AutotuneHint.NONE}},
)
@triton.jit
def {NAME}(in_out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0, 0)
"""
WRAPPER = f"""
class Runner:
    def call(self, args):
        arg0, = args
        extern_kernels.mm(arg0, arg0, out=buf0)
        {NAME}.run(buf0, 4096, stream=raw_stream0)
        return (torch.ops.aten.sort.default(buf0), )

def benchmark_compiled_module(args):
    {NAME}.run(buf9, 1, stream=raw_stream0)
"""
SASS = "kernel:\n    /*0000*/  LDC R1, c[0x0][0x28] ;\n    /*0010*/  EXIT ;\n"
SMALL, LARGE = "XBLOCK 256, 4 warps, 1 stage", "XBLOCK 512, 8 warps, 1 stage"
HERE = {
    GRAPH: Graph(
        WRAPPER, {NAME: Kernel(SOURCE, {SMALL: MachineCode(".ptx small", SASS), LARGE: MachineCode(".ptx", SASS)})}
    )
}
LIKEWISE = Real(
    {GRAPH: Graph(WRAPPER, {NAME: Kernel(SOURCE, {LARGE: MachineCode(".ptx", SASS)})})},
    {GRAPH: Ran((Launch("sgemm_128x64", (4, 1, 1)), Launch(NAME, (8, 1, 1))), {NAME: Chosen(LARGE, {"XBLOCK": 512})})},
    {},
)


def altered(**changes: object) -> Real:
    """The GPU's side with another kernel: `source`, `candidates`."""
    graph = LIKEWISE.graphs[GRAPH]
    kernel = replace(graph.kernels[NAME], **changes)
    return replace(LIKEWISE, graphs={GRAPH: replace(graph, kernels={NAME: kernel})})


def ran(*launches: Launch, chosen: Chosen | None = None) -> Real:
    """The GPU's side with other launches."""
    before = LIKEWISE.ran[GRAPH]
    return replace(LIKEWISE, ran={GRAPH: Ran(launches, {NAME: chosen} if chosen else before.chosen)})


def test_equal_sides_are_equal_in_all() -> None:
    (found,) = compare(HERE, LIKEWISE)
    assert found.is_equal
    assert found.launches_here == (NAME,)
    assert found.libraries_here == ("extern_kernels.mm", "torch.ops.aten.sort.default")
    assert found.beside == ("sgemm_128x64",)
    (kernel,) = found.kernels
    assert (kernel.source, kernel.ptx, kernel.sass, kernel.is_candidate) == (True, True, True, True)
    assert kernel.chosen == LARGE
    assert "1 graphs, 1 equal in all; 1 kernels on both sides" in summary([found], 0)


def test_another_source_shows_where_it_begins_to_differ() -> None:
    (found,) = compare(HERE, altered(source=SOURCE.replace("4096", "2048")))
    assert not found.is_equal
    assert not found.kernels[0].source
    assert "-    size_hints={'x': 4096}," in found.kernels[0].diff
    assert "+    size_hints={'x': 2048}," in found.kernels[0].diff


def test_ptx_is_compared_with_that_of_the_candidate_that_was_chosen() -> None:
    (found,) = compare(HERE, altered(candidates={LARGE: MachineCode(".ptx small", SASS)}))
    assert found.kernels[0].ptx is False
    assert found.kernels[0].sass is True
    assert not found.is_equal


def test_a_choice_that_is_no_candidate_is_said_to_be_none() -> None:
    other = Chosen("XBLOCK 64, 2 warps, 1 stage", {"XBLOCK": 64})
    (found,) = compare(HERE, ran(Launch(NAME, (64, 1, 1)), chosen=other))
    kernel = found.kernels[0]
    assert (kernel.is_candidate, kernel.ptx, kernel.sass) == (False, None, None)
    assert any("NOT among the candidates" in line for line in told(found))


@pytest.mark.parametrize("ptx", [".ptx", ".ptx of another"])
def test_the_only_candidate_has_no_name_and_is_known_by_its_ptx(ptx: str) -> None:
    only = {GRAPH: Graph(WRAPPER, {NAME: Kernel(SOURCE, {UNNAMED: MachineCode(ptx, SASS)})})}
    (found,) = compare(only, LIKEWISE)
    assert found.kernels[0].is_candidate is (ptx == ".ptx")


def test_another_grid_is_told() -> None:
    (found,) = compare(HERE, ran(Launch(NAME, (4, 1, 1))))
    assert found.grids == {NAME: ((8, 1, 1), (4, 1, 1))}
    assert not found.is_equal
    assert any("(8, 1, 1) here, (4, 1, 1) there" in line for line in told(found))


def test_a_launch_more_and_a_kernel_less_are_told() -> None:
    (twice,) = compare(HERE, ran(Launch(NAME, (8, 1, 1)), Launch(NAME, (8, 1, 1))))
    assert not twice.launches
    (none,) = compare(HERE, replace(LIKEWISE, graphs={GRAPH: Graph(WRAPPER, {})}))
    assert none.only_here == (NAME,)
    (more,) = compare({}, LIKEWISE)
    assert more.only_there == (NAME,)
    assert not any(each.is_equal for each in (twice, none, more))


def test_library_calls_are_compared_in_order() -> None:
    wrapper = WRAPPER.replace("extern_kernels.mm", "extern_kernels.bmm")
    (found,) = compare(HERE, replace(LIKEWISE, graphs={GRAPH: replace(LIKEWISE.graphs[GRAPH], wrapper=wrapper)}))
    assert not found.libraries
    assert "      there: extern_kernels.bmm, torch.ops.aten.sort.default" in list(told(found))


def test_only_what_runs_is_read_from_a_wrapper() -> None:
    assert [call.name for call in calls(WRAPPER)] == ["extern_kernels.mm", NAME, "torch.ops.aten.sort.default"]
    assert calls(WRAPPER)[1].arguments == (None, 4096)


def test_a_size_that_is_known_at_run_time_leaves_the_grid_open() -> None:
    assert grid(SOURCE, (None, 4096), {"XBLOCK": 1024}) == (4, 1, 1)
    assert grid(SOURCE, (None, None), {"XBLOCK": 1024}) is None


def test_addresses_and_notes_are_no_instructions() -> None:
    noted = without_notes(SASS.replace("EXIT ;", "EXIT ;          // standard.py:293"))
    assert noted == SASS
    moved = MachineCode("", SASS.replace("0010", "0020"))
    assert instructions(moved) == "LDC R1, c[0x0][0x28] ;\nEXIT ;\n"


def test_a_gpu_is_stood_for_by_its_name_or_else_by_its_architecture() -> None:
    h100 = find_target("cuda:h100")
    assert standing_for(h100.name, (9, 0), all_targets()) == h100
    other = standing_for("A GPU that nobody knows", (9, 0), all_targets())
    assert other is not None
    assert other.id == "cuda:sm_90"
    assert standing_for("A GPU that nobody knows", (1, 0), all_targets()) is None


def test_what_a_gpu_contradicts_is_told() -> None:
    h100 = find_target("cuda:h100")
    real = SimpleNamespace(**{**vars(properties_of(h100)), "multi_processor_count": 114})
    found = contradictions(h100, real)
    assert found == {"multi_processor_count": (h100.multiprocessors, 114)}
    assert list(contradicted(found)) == [
        f"The table says multi_processor_count {h100.multiprocessors}, and the GPU says 114."
    ]
    assert contradictions(h100, properties_of(h100)) == {}


def test_without_a_gpu_it_refuses_in_a_sentence() -> None:
    command = [sys.executable, "-m", "scripts.compare_with_gpu", "--json", "never.json"]
    hidden = dict(os.environ) | dict.fromkeys(("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"), "-1")
    done = subprocess.run(command, cwd=ROOT, env=hidden, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("compare_with_gpu: ")
    assert done.stderr.count("\n") == 1
    assert not (ROOT / "never.json").exists()
