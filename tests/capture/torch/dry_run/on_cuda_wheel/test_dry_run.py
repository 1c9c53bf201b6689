"""A dry run with PyTorch's build for CUDA: what is seen, what is not, and what the program notices."""

import pytest
from programs import Place

from chipward.bundle.read import Bundle
from chipward.model.artifact import Origin

pytestmark = pytest.mark.slow


def launches(bundle: Bundle, operator: str) -> str:
    """What the first operator of this name asked of the GPU."""
    texts = [bundle.text(each.id) for each in bundle.trace.artifacts if each.kind == "kernel-launches"]
    return next(text for text in texts if text.startswith(f"# {operator}(")).partition("\n")[2]


def line_of(bundle: Bundle, text: str) -> int:
    """The line of the program that holds a text."""
    (source,) = [file.artifact for file in bundle.trace.program.files if file.path.endswith("program.py")]
    return next(number for number, line in enumerate(bundle.text(source).splitlines(), start=1) if text in line)


def test_the_run_that_counts_is_on_the_cpu_with_true_values(traced: Place) -> None:
    assert (traced.folder / "output.txt").read_text() == "16.0\n(1, 4, 6, 6)\npositive\n"
    assert (traced.folder / "runs.txt").read_text() == "cpu\ncuda\n"


def test_a_product_is_one_call_with_its_sizes(bundle: Bundle) -> None:
    assert launches(bundle, "aten::mm") == "cublasSgemm_v2(m=16 n=8 k=16 NN)\n"


def test_a_kernel_has_its_grid_its_block_and_its_machine_code(bundle: Bundle) -> None:
    assert launches(bundle, "aten::exp").startswith("<<<1,1,1 | 128,1,1 | 0>>> at::native::vectorized_elementwise")
    code = [each for each in bundle.trace.artifacts if each.kind == "sass"]
    assert code
    assert all(each.origin is Origin.SHIPPED for each in code)
    assert any("MUFU.EX2" in bundle.text(each.id) for each in code)


def test_the_lines_behind_that_code_are_said_to_be_unknown(bundle: Bundle) -> None:
    (gone,) = [each for each in bundle.trace.missing if each.what.startswith("The lines of CUDA C++")]
    assert gone.always


def test_the_backward_pass_is_seen_with_its_lines(bundle: Bundle) -> None:
    text = bundle.text("cuda-h100-eager/backward-ops")

    assert "@ weight" in text
    assert "aten::mm(" in text


@pytest.mark.parametrize(("operator", "function"), [("convolution", "cudnn"), ("linalg_inv_ex", "cusolver")])
def test_what_the_stand_in_cannot_answer_is_missing_and_the_run_goes_on(
    bundle: Bundle, operator: str, function: str
) -> None:
    (gone,) = [each for each in bundle.trace.missing if operator in each.what and each.stage == "cuda-kernels"]

    assert function in gone.why.lower()
    assert launches(bundle, "aten::cos")  # stands behind both


def test_a_kernel_that_is_compiled_as_the_program_runs_has_no_code_in_the_library(bundle: Bundle) -> None:
    assert "bessel_j0" in launches(bundle, "aten::special_bessel_j0")
    assert any("compiled while the program ran" in gone.why for gone in bundle.trace.missing)


def test_what_is_compiled_in_a_true_run_is_called_operator_by_operator(bundle: Bundle) -> None:
    assert launches(bundle, "aten::sin").startswith("<<<")


def test_each_line_that_needs_a_value_is_named(bundle: Bundle) -> None:
    lines = {found.place.line for found in bundle.trace.findings if found.kind == "needs-value" and found.place}

    assert line_of(bundle, ".item()") in lines
    assert line_of(bundle, "if product.sum()") in lines
