"""A kernel with a loop, masks, a product, a sum, a library function and one of its own, down to machine code.

What each line has to become was checked by hand.
"""

import re
from collections.abc import Iterator

import pytest
from kernel_runs import Kernel, compiled

from chipward.model.artifact import Origin
from chipward.model.lines import EdgeKind

pytestmark = pytest.mark.slow

EXACT, INLINED = EdgeKind.EXACT, EdgeKind.INLINED
BLOCK_OF_32 = "kernel-c0"


@pytest.fixture(scope="module")
def hopper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    with compiled(tmp_path_factory.mktemp("hopper"), "cuda:h100", "features", 90) as kernel:
        yield kernel


@pytest.fixture(scope="module")
def instinct(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    with compiled(tmp_path_factory.mktemp("instinct"), "rocm:mi300x", "features") as kernel:
        yield kernel


def test_every_candidate_is_compiled_down_to_sass(hopper: Kernel) -> None:
    assert not hopper.bundle.trace.missing
    units = {unit.id: unit.name for unit in hopper.bundle.trace.units if unit.kind == "candidate"}
    assert units == {
        "kernel-c0": "BLOCK 32, 4 warps, 1 stage",
        "kernel-c1": "BLOCK 64, 4 warps, 3 stages",
    }
    for unit in units:
        names = {str(one.id).partition("/")[2] for one in hopper.bundle.trace.artifacts if one.unit == unit}
        assert names == {"ttir", "ttgir", "llir", "ptx", "cubin", "sass", "usage", "relink"}
    made = [one for one in hopper.bundle.trace.artifacts if one.unit in units]
    assert {one.origin for one in made} == {Origin.COMPILED}
    assert not any(one.cached for one in made)


def test_no_artifact_names_a_folder_of_this_machine(hopper: Kernel) -> None:
    for artifact in hopper.bundle.trace.artifacts:
        content = (hopper.folder / "blobs" / artifact.sha256).read_bytes()
        assert b"site-packages" not in content, artifact.id
        assert str(hopper.folder).encode() not in content, artifact.id


def test_all_candidates_are_shown_since_nothing_can_be_timed(hopper: Kernel) -> None:
    (finding,) = [one for one in hopper.bundle.trace.findings if one.kind == "fidelity"]
    assert finding.unit == "kernel"
    assert finding.text.startswith("Inductor has 2 candidates for this kernel.")


@pytest.mark.parametrize(
    ("snippet", "kind", "instruction"),
    [
        ("a = tl.load", EXACT, r"LDG\.E"),
        ("b = tl.load", EXACT, r"LDG\.E"),
        ("mask = columns < n", EXACT, r"ISETP\.GE"),
        ("total = tl.dot", EXACT, r"HMMA\.16816\.F32"),
        ("return x * x + 1.0", EXACT, r"FFMA R\d+, R\d+, R\d+, 1 ;"),
        ("total = squared(total)", INLINED, r"FFMA R\d+, R\d+, R\d+, 1 ;"),
        ("tl.store", EXACT, r"STG\.E"),
        ("tl.store", INLINED, r"SHFL\.BFLY .*// standard\.py:"),  # of tl.sum
        ("tl.store", INLINED, r"FADD .*// standard\.py:"),
        ("in range(0, tl.cdiv", EXACT, r"BRA"),
        ("in range(0, tl.cdiv", INLINED, r"VIADD R\d+, R\d+, 0x1f ; // standard\.py:"),  # n + 32 - 1
    ],
)
def test_a_line_became_its_instructions(hopper: Kernel, snippet: str, kind: EdgeKind, instruction: str) -> None:
    became = hopper.became(snippet, BLOCK_OF_32, "sass")
    assert any(re.search(instruction, line) for line in became.get(kind, ())), became


def test_a_product_became_no_instruction_of_another_line(hopper: Kernel) -> None:
    became = hopper.became("total = tl.dot", BLOCK_OF_32, "sass")
    assert set(became) == {EXACT}
    assert not [line for line in became[EXACT] if not re.search(r"HMMA|NOP", line)]


def test_wide_blocks_use_the_tensor_cores_of_hopper(hopper: Kernel) -> None:
    became = hopper.became("total = tl.dot", "kernel-c1", "sass")
    assert any("HGMMA" in line for line in became[EXACT])


def test_the_proof_says_that_nothing_changed(hopper: Kernel) -> None:
    proof = hopper.text(BLOCK_OF_32, "relink")
    assert "What a launch depends on is the same in both cubins:" in proof
    assert re.search(r"\.text\.features +\d+ bytes +sha256 [0-9a-f]{16} in both", proof)
    assert "ptxas -lineinfo -v " in proof
    assert "--gpu-name=sm_90a kernel.ptx -o kernel.cubin" in proof


def test_stages_are_joined_line_to_line(hopper: Kernel) -> None:
    below = [("ttir", "ttgir"), ("ttgir", "llir"), ("llir", "ptx"), ("ptx", "sass")]
    maps = {(str(one.start), str(one.end)): one for one in hopper.bundle.trace.maps}
    for unit in ("kernel-c0", "kernel-c1"):
        for start, end in below:
            found = maps[f"{unit}/{start}", f"{unit}/{end}"]
            assert set(found.kinds) == {EXACT}, found
            assert "run again" in found.method
            assert found.end_mapped + sum(loss.lines for loss in found.losses if loss.side == "to") == found.end_lines


def test_usage_is_told(hopper: Kernel) -> None:
    usage = dict(re.findall(r"^(\D+?) +(\d+)", hopper.text(BLOCK_OF_32, "usage"), re.MULTILINE))
    assert 16 < int(usage["registers per thread"]) < 256
    assert usage["threads per block"] == "128"
    assert int(usage["shared memory per block"]) > 0


@pytest.mark.parametrize(
    ("snippet", "kind", "instruction"),
    [
        ("a = tl.load", EXACT, r"(?:global|buffer)_load"),
        ("total = tl.dot", EXACT, r"v_mfma_f32_"),
        ("total = squared(total)", INLINED, r"v_(?:pk_)?fma"),
        ("return x * x + 1.0", EXACT, r"v_(?:pk_)?fma"),
        ("tl.store", EXACT, r"(?:global|buffer)_store"),
        ("tl.store", INLINED, r"v_(?:pk_)?add_f32"),  # of tl.sum
        ("in range(0, tl.cdiv", EXACT, r"s_cbranch"),
    ],
)
def test_a_line_became_its_instructions_on_amd(
    instinct: Kernel, snippet: str, kind: EdgeKind, instruction: str
) -> None:
    became = instinct.became(snippet, BLOCK_OF_32, "amdgcn")
    assert any(re.search(instruction, line) for line in became.get(kind, ())), became


def test_amd_has_no_cubin_and_tells_of_its_registers(instinct: Kernel) -> None:
    assert not instinct.bundle.trace.missing
    names = {str(one.id).partition("/")[2] for one in instinct.bundle.trace.artifacts if one.unit == BLOCK_OF_32}
    assert names == {"ttir", "ttgir", "llir", "amdgcn", "hsaco", "usage"}
    usage = dict(re.findall(r"^(\D+?) +(\d+)", instinct.text(BLOCK_OF_32, "usage"), re.MULTILINE))
    assert int(usage["vector registers per thread"]) > 0
    assert usage["threads per block"] == "256"
