"""A program with Triton kernels of its own, traced for a GPU on a machine without one."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.artifacts.line_graph import LineGraph, Relation
from chipward.bundle.read import Bundle, open_bundle
from chipward.model.artifact import ArtifactId
from chipward.model.lines import EdgeKind

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parent / "programs" / "program_with_kernels.py"
TRACE = ["-m", "chipward", "trace", "-q", "--target", "cuda:h100", "-o", "run.chipward"]
JOINED, SUMS = "cuda-h100-kernel-0-0-forward-joined_0", "cuda-h100-kernel-0-0-forward-row_sum_1"


def run(folder: Path, *options: str) -> str:
    shutil.copy(PROGRAM, folder)
    command = [sys.executable, *options, PROGRAM.name]
    cache = {"TORCHINDUCTOR_CACHE_DIR": str(folder / "cache"), "TRITON_CACHE_DIR": str(folder / "triton")}
    done = subprocess.run(
        command, cwd=folder, env=os.environ | cache, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("traced")
    return folder, run(folder, *TRACE)


@pytest.fixture(scope="module")
def bundle(traced: tuple[Path, str]) -> Iterator[Bundle]:
    with open_bundle(traced[0] / "run.chipward") as opened:
        yield opened


def test_the_program_fails_where_it_fails_without_a_trace(traced: tuple[Path, str], tmp_path: Path) -> None:
    bare = run(tmp_path)
    assert "no GPU: 0 active drivers" in bare
    assert traced[1] == bare


def test_the_graph_for_the_target_goes_on_over_the_kernels(bundle: Bundle) -> None:
    graph = bundle.text(ArtifactId("cuda-h100-frame-0-0/graph"))
    assert graph.count("triton_kernel_wrapper_mutation(") == 2
    assert "cos" in graph
    here = [str(one.id) for one in bundle.trace.artifacts if one.id.startswith("frame-0-0/dynamo-graph")]
    assert here == ["frame-0-0/dynamo-graph"]
    assert "triton_kernel_wrapper" not in bundle.text(ArtifactId(here[0]))


def test_every_candidate_of_the_program_is_compiled(bundle: Bundle) -> None:
    names = {str(unit.id): unit.name for unit in bundle.trace.units if unit.parent == SUMS}
    assert names == {f"{SUMS}-c0": "BLOCK 128, 4 warps, 3 stages", f"{SUMS}-c1": "BLOCK 256, 8 warps, 3 stages"}
    kept = {str(one.id) for one in bundle.trace.artifacts}
    assert {f"{unit}/sass" for unit in (JOINED, *names)} <= kept


@pytest.mark.parametrize(
    ("snippet", "unit", "kind", "instruction"),
    [
        ("x = tl.load(x_ptr", JOINED, EdgeKind.EXACT, r"LDG\.E"),
        ("tl.store(out_ptr + offsets, larger", JOINED, EdgeKind.EXACT, r"STG\.E"),
        ("return x * FACTOR + y + BIAS", JOINED, EdgeKind.EXACT, r"FFMA .*, 3, "),
        ("tl.store(out_ptr + offsets, larger", JOINED, EdgeKind.INLINED, r"FFMA .*, 3, "),
        ("total += tl.load", f"{SUMS}-c0", EdgeKind.EXACT, r"LDG\.E|LDGSTS"),
        ("tl.sum(total)", f"{SUMS}-c0", EdgeKind.INLINED, r"SHFL\.BFLY .*// standard\.py:"),
        ("range(0, tl.cdiv", f"{SUMS}-c0", EdgeKind.EXACT, r"BRA"),
    ],
)
def test_lines_of_the_program_lead_to_instructions(
    bundle: Bundle, snippet: str, unit: str, kind: EdgeKind, instruction: str
) -> None:
    (file,) = [file for file in bundle.trace.program.files if file.path.endswith(PROGRAM.name)]
    (line,) = [place for place, text in enumerate(PROGRAM.read_text().split("\n"), 1) if snippet in text]
    family = LineGraph(bundle.trace, bundle.line_map).family(file.artifact, line)
    reached = family.reached(Relation.BECAME)[ArtifactId(f"{unit}/sass")]
    sass = bundle.text(ArtifactId(f"{unit}/sass")).split("\n")
    found = [sass[at - 1] for at, known in zip(reached.lines, reached.kinds, strict=True) if known is kind]
    assert any(re.search(instruction, text) for text in found), found


def test_the_call_leads_to_the_kernel_as_a_whole(bundle: Bundle) -> None:
    assert not [one for one in bundle.trace.findings if one.kind == "extern-call"]
    (entry,) = [
        one
        for one in bundle.trace.maps
        if (one.start, one.end) == (ArtifactId("cuda-h100-graph-0-0-forward/post-grad"), ArtifactId(f"{JOINED}/triton"))
    ]
    (edge,) = bundle.line_map(entry.id)
    assert edge.kind is EdgeKind.UNIT
    assert "triton_kernel_wrapper_mutation(" in bundle.text(entry.start).split("\n")[edge.start - 1]
    assert bundle.text(entry.end).split("\n")[edge.end - 1].startswith("def joined(")
