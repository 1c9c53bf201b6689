"""Small functions for GPUs that are not here, down to SASS: what is expected was written by hand, from their source."""

import re

import pytest

from chipward.artifacts.gpu_code.sass import is_instruction
from chipward.artifacts.line_graph import LineGraph, Reached
from chipward.bundle.read import Bundle
from chipward.model.artifact import ArtifactId, Origin
from chipward.model.trace import MapEntry, Unit

pytestmark = pytest.mark.slow

H100, T4 = "cuda-h100", "cuda-t4"
ROOT = re.compile(r"\bMUFU\.R?SQR?T?\b")


def unit_of(bundle: Bundle, name: str, slug: str) -> Unit:
    return next(
        unit
        for unit in bundle.trace.units
        if unit.name == name and unit.kind == "jitted" and unit.id.startswith(f"{slug}-")
    )


def kernels_of(bundle: Bundle, name: str, slug: str) -> list[Unit]:
    parent = unit_of(bundle, name, slug).id
    return [unit for unit in bundle.trace.units if unit.parent == parent and unit.kind == "kernel"]


def text_of(bundle: Bundle, unit: Unit, name: str) -> list[str]:
    return bundle.text(ArtifactId(f"{unit.id}/{name}")).split("\n")


def steps(bundle: Bundle, name: str, slug: str) -> list[str]:
    """The kinds of the steps of a function, in order."""
    told = (line.split() for line in text_of(bundle, unit_of(bundle, name, slug), "thunks"))
    return [words[1] for words in told if words and words[0][:-1].isdecimal()]


def reached(bundle: Bundle, ways: LineGraph, code: str) -> dict[str, tuple[list[str], Reached]]:
    """What a line of Python became: by artifact the lines, as they read."""
    source = next(one.id for one in bundle.trace.artifacts if one.kind == "python-source")
    lines = bundle.text(source).split("\n")
    number = next(number for number, line in enumerate(lines, start=1) if line.strip() == code)
    return {
        artifact: ([bundle.text(artifact).split("\n")[line - 1] for line in found.lines], found)
        for artifact, found in ways.became(source, number).items()
    }


def maps_of(bundle: Bundle, start: str, end: str) -> list[MapEntry]:
    return [one for one in bundle.trace.maps if one.start.endswith(f"/{start}") and one.end.endswith(f"/{end}")]


@pytest.mark.parametrize("slug", [H100, T4])
def test_two_lines_become_one_kernel_and_reach_its_sass(four: Bundle, ways: LineGraph, slug: str) -> None:
    (kernel,) = kernels_of(four, "fused", slug)
    code = [line for line in text_of(four, kernel, "sass") if is_instruction(line)]

    for line in ("doubled = x * 2.0", "return jnp.sqrt(doubled + y)"):
        there, _ = reached(four, ways, line)[f"{kernel.id}/sass"]
        assert there == code
    assert any(ROOT.search(line) for line in code)
    assert any("sqrt" in line for line in text_of(four, kernel, "ptx"))


@pytest.mark.parametrize("slug", [H100, T4])
def test_a_root_in_sass_is_from_the_root_in_llvm_ir(four: Bundle, ways: LineGraph, slug: str) -> None:
    (kernel,) = kernels_of(four, "fused", slug)
    sass, ir = text_of(four, kernel, "sass"), text_of(four, kernel, "llir-before")
    root = next(number for number, line in enumerate(sass, start=1) if ROOT.search(line))

    found = ways.became(ArtifactId(f"{kernel.id}/sass"), root)[ArtifactId(f"{kernel.id}/llir-before")]

    assert found.strong
    assert all("sqrt" in ir[line - 1] for line in found.lines)


def test_a_store_in_sass_is_from_the_store_in_llvm_ir(four: Bundle, ways: LineGraph) -> None:
    (kernel,) = kernels_of(four, "fused", H100)
    sass, ir = text_of(four, kernel, "sass"), text_of(four, kernel, "llir-before")
    store = next(number for number, line in enumerate(sass, start=1) if re.search(r"\bSTG\.", line))

    found = ways.became(ArtifactId(f"{kernel.id}/sass"), store)[ArtifactId(f"{kernel.id}/llir-before")]

    assert all(re.match(r"\s+store ", ir[line - 1]) for line in found.lines)


def test_a_product_is_a_triton_kernel_on_one_gpu_and_a_library_call_on_the_other(four: Bundle) -> None:
    (kernel,) = [one for one in kernels_of(four, "product", H100) if one.name.startswith("gemm_fusion")]
    told = {one.text for one in four.trace.findings if one.unit == unit_of(four, "product", T4).id}

    assert any(re.search(r"\b[HW]?G?MMA\.", line) for line in text_of(four, kernel, "sass"))
    assert "kCublasLtMatmul" in steps(four, "product", T4)
    assert any("calls cuBLASLt" in text and "dot_general" in text for text in told)


def test_what_a_gpu_would_time_is_told(four: Bundle) -> None:
    unit = unit_of(four, "product", H100).id
    told = [one for one in four.trace.findings if one.unit == unit and "XLA times variants" in one.text]

    assert len(told) == 1
    assert told[0].evidence is not None
    line = four.text(told[0].evidence.artifact).split("\n")[told[0].evidence.line - 1]
    assert "gemm" in line


def test_a_loop_runs_steps_of_its_own(four: Bundle) -> None:
    kinds = steps(four, "loop", H100)
    lines = text_of(four, unit_of(four, "loop", H100), "thunks")

    assert "kWhile" in kinds
    assert any(line.strip() == "body:" for line in lines)
    assert any("sin" in kernel.name for kernel in kernels_of(four, "loop", H100))


@pytest.mark.parametrize("slug", [H100, T4])
def test_eight_devices_exchange_data(four: Bundle, slug: str) -> None:
    unit = unit_of(four, "sharded", slug)
    told = [one.text for one in four.trace.findings if one.unit == unit.id]

    assert any("AllReduce" in kind or "ReduceScatter" in kind for kind in steps(four, "sharded", slug))
    assert "f32[8,8]" in "\n".join(text_of(four, unit, "hlo-optimized"))
    assert any("NCCL" in text for text in told)
    listed = next(one for one in four.trace.artifacts if one.id == f"{unit.id}/libraries")
    calls = four.text(listed.id).split("\n")
    assert listed.stage == "gpu-libraries"
    exchange = calls[calls.index("NCCL") + 1]  # on some GPUs, cuBLASLt stands before it
    assert " all-reduce" in exchange
    assert "metadata" not in exchange


def test_a_callback_into_python_is_said_to_be_missing(four: Bundle) -> None:
    program = next(unit.id for unit in four.trace.units if unit.name == "reports" and unit.kind == "jitted")

    assert any("reports" in one.what and one.unit == program for one in four.trace.missing)


def test_all_was_compiled_and_nothing_ran(four: Bundle) -> None:
    made = [one for one in four.trace.artifacts if one.unit.startswith((H100, T4))]

    assert made
    assert {one.origin for one in made} == {Origin.COMPILED}
    assert all("not run" in one.recipe.how for one in made if one.kind not in {"stablehlo", "compile-options"})


def test_nearly_every_instruction_of_sass_has_a_line_of_ptx(four: Bundle) -> None:
    found = maps_of(four, "ptx", "sass")
    kernels = [unit for unit in four.trace.units if unit.kind == "kernel" and unit.id.startswith((H100, T4))]

    assert len(found) == len(kernels)
    for one in found:
        assert {str(kind) for kind in one.kinds} == {"exact"}
        left = {loss.why for loss in one.losses if loss.side == "to"}
        assert left <= {
            "headings, labels and blank lines",
            "padding behind the end of the function",
            "set up by ptxas for the whole function",
        }


def test_every_line_of_a_text_is_mapped_or_lost_for_a_reason(four: Bundle) -> None:
    for one in four.trace.maps:
        if one.start.startswith((H100, T4)) and "-k-" in one.end:
            lost = {side: sum(loss.lines for loss in one.losses if loss.side == side) for side in ("from", "to")}
            assert one.start_mapped + lost["from"] == one.start_lines, one
            assert one.end_mapped + lost["to"] == one.end_lines, one


def test_each_kernel_keeps_the_proof_of_its_lines(four: Bundle) -> None:
    proofs = [one for one in four.trace.artifacts if one.kind == "relink-proof" and one.unit.startswith((H100, T4))]

    assert proofs
    for one in proofs:
        text = four.text(one.id)
        assert "The instructions of PTX are the same both times." in text
        assert "Code, constants and shared memory are the same both times:" in text


def test_usage_tells_what_the_step_launches(four: Bundle) -> None:
    (kernel,) = kernels_of(four, "fused", H100)
    launch = next(line for line in text_of(four, unit_of(four, "fused", H100), "thunks") if kernel.name in line)
    blocks, threads = (re.search(rf"{word}: \[(\d+), 1, 1\]", launch) for word in ("grid", "threads"))
    usage = {line[:36].strip(): line[36:].split()[0] for line in text_of(four, kernel, "usage") if line}

    assert blocks is not None
    assert threads is not None
    assert usage["blocks of a launch"] == blocks[1]
    assert usage["threads per block"] == threads[1]
    assert 0 < int(usage["registers per thread"]) <= 255


def test_a_triton_kernel_keeps_its_triton_ir(four: Bundle) -> None:
    (kernel,) = [one for one in kernels_of(four, "product", H100) if one.name.startswith("gemm_fusion")]
    text = text_of(four, kernel, "ttir")
    others = {one.unit for one in four.trace.artifacts if one.kind == "ttir"}

    assert any(" tt.dot " in line for line in text)
    assert all("gemm_fusion" in unit or "triton" in unit for unit in others)
