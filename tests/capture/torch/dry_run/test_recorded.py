"""A recorded dry run, read as a person would: from a line of Python to launches and their machine code."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.bundle.read import Bundle, open_bundle
from chipward.model.artifact import Origin

EXAMPLE = Path(__file__).parents[4] / "examples" / "traces" / "eager-on-gpu.chipward"
UNIT = "cuda-h100-eager"


@pytest.fixture(scope="module")
def bundle() -> Iterator[Bundle]:
    """The recording."""
    with open_bundle(EXAMPLE) as opened:
        yield opened


def launches(bundle: Bundle) -> dict[str, str]:
    """What was asked of the GPU, by the spelled operator."""
    texts = [bundle.text(each.id) for each in bundle.trace.artifacts if each.kind == "kernel-launches"]
    return {text.partition("\n")[0].removeprefix("# "): text.partition("\n")[2] for text in texts}


def test_the_true_run_was_on_the_cpu_and_the_dry_run_is_a_path_of_its_own(bundle: Bundle) -> None:
    paths = {(chosen.target, chosen.choices["device"]) for chosen in bundle.trace.selections}

    assert paths == {("cpu", "cpu"), ("cuda:h100", "nvidia-gpu")}
    assert {each.origin for each in bundle.trace.artifacts if each.kind == "kernel-launches"} == {Origin.DRY_RUN}
    assert {each.origin for each in bundle.trace.artifacts if each.kind == "sass"} == {Origin.SHIPPED}
    assert [found for found in bundle.trace.findings if found.kind == "fidelity" and found.unit == UNIT]


def test_no_gpu_of_this_machine_is_told_of(bundle: Bundle) -> None:
    assert not [each for each in bundle.trace.missing if "of this machine" in each.why]


def test_a_linear_layer_is_one_product_with_its_bias(bundle: Bundle) -> None:
    # 32 rows of 64 numbers, 128 outputs; cuBLAS counts columns first, so the weight comes first and is transposed.
    (asked,) = [text for op, text in launches(bundle).items() if op.startswith("aten::addmm(f32[128]")]

    assert asked == "cublasLtMatmul(m=128 n=32 k=64 TN f32,f32->f32 +bias)\n"


def test_relu_over_4096_numbers_takes_four_blocks(bundle: Bundle) -> None:
    # A block of 128 threads serves 8 numbers a thread.
    (asked,) = [text for op, text in launches(bundle).items() if op.startswith("aten::relu(")]

    assert asked.startswith("<<<4,1,1 | 128,1,1 | 0>>> at::native::vectorized_elementwise_kernel<")
    assert asked.count("\n") == 1


def test_attention_takes_the_way_that_the_program_asks_for(bundle: Bundle) -> None:
    (asked,) = [text for op, text in launches(bundle).items() if "flash_attention" in op]

    assert asked.startswith("<<<1,2,4 | 128,1,1 | ")  # one block of queries, two batches, four heads
    assert "pytorch_flash::flash_fwd_kernel<" in asked


def test_a_line_of_the_program_leads_to_instructions(bundle: Bundle) -> None:
    (source,) = [file.artifact for file in bundle.trace.program.files if file.path.endswith("eager_on_gpu.py")]
    lines = bundle.text(source).splitlines()
    line = next(number for number, text in enumerate(lines, start=1) if "torch.softmax" in text)
    into = {(entry.start, entry.end): entry.id for entry in bundle.trace.maps}

    ops = {edge.end for edge in bundle.line_map(into[source, f"{UNIT}/ops"]).after(line)}
    reached = {
        end
        for (start, end), number in into.items()
        if start == f"{UNIT}/ops" and end.endswith("/launches")
        for op in ops
        if bundle.line_map(number).after(op)
    }
    code = [end for (start, end) in into if start in reached and end.endswith("/sass")]

    assert len(reached) >= 1
    assert any("softmax_warp_forward" in each for each in code)
    (softmax,) = [bundle.text(each) for each in code if "softmax_warp_forward" in each]
    assert "MUFU.EX2" in softmax  # the exponential


def test_a_line_that_needs_a_value_is_named(bundle: Bundle) -> None:
    found = [each for each in bundle.trace.findings if each.kind == "needs-value"]

    (source,) = [file.artifact for file in bundle.trace.program.files if file.path.endswith("eager_on_gpu.py")]
    lines = bundle.text(source).splitlines()
    assert found
    assert all(each.place and ".item()" in lines[each.place.line - 1] for each in found)


def test_what_cublas_launches_is_said_to_be_closed(bundle: Bundle) -> None:
    (closed,) = [gone for gone in bundle.trace.missing if "cuBLAS" in gone.what]

    assert closed.always
