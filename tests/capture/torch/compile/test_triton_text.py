"""What is read from the text of a Triton kernel once it stands."""

import pytest

from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.syntax import CPP, TRITON
from chipward.capture.tracers.torch.compile.triton_indices import credit_indices
from chipward.capture.tracers.torch.compile.triton_notes import Notes, notes_of


def _nodes(lines: list[Origins | None]) -> list[list[object] | None]:
    return [origins and origins.nodes for origins in lines]


def test_an_index_is_credited_to_the_steps_of_the_lines_that_name_it() -> None:
    text = [
        "x0 = xindex",
        "x1 = xindex // 8",
        "tmp0 = tl.load(in_ptr0 + (x0 + 8*x1))",
        "tl.store(out_ptr0 + (x0), tmp0)",
    ]
    lines = [Origins("taken back"), None, Origins("load"), Origins("store")]
    credit_indices(text, lines)
    assert _nodes(lines) == [["store", "load"], ["load"], ["load"], ["store"]]


def test_an_index_that_is_computed_anew_serves_what_comes_after() -> None:
    text = [
        "r0_1 = r0_index",
        "tmp0 = tl.load(in_ptr0 + (r0_1))",
        "r0_1 = r0_index",
        "tmp1 = tl.load(in_ptr0 + (r0_1))",
    ]
    lines = [None, Origins("first"), None, Origins("second")]
    credit_indices(text, lines)
    assert _nodes(lines) == [["first"], ["first"], ["second"], ["second"]]


def test_an_index_that_no_step_uses_is_credited_to_none() -> None:
    lines = [Origins("taken back"), None]
    credit_indices(["x0 = xindex", "x00 = x01 + tmp_x0"], lines)
    assert lines == [None, None]


def test_the_lines_of_a_helper_get_back_what_they_were_written_for() -> None:
    notes = Notes()
    notes.helper("_helper0", [None, Origins("cumsum"), Origins("cumsum")])
    notes.helper("_helper0", [None, Origins("again"), Origins("cumsum")])
    text = ["import triton", "@triton.jit", "def _helper0(a, b):", "    return a + b", "tmp0 = 1"]
    lines: list[Origins | None] = [None] * 5
    notes.fill(text, lines)
    assert _nodes(lines) == [None, None, ["cumsum", "again"], ["cumsum"], None]


def test_sums_over_rows_are_told_apart_by_their_number_and_by_what_they_add() -> None:
    notes = Notes(sums=[("tmp18", Origins("first")), ("tmp0", Origins("second"))])
    text = [
        "accum1 = tl.full([R0_BLOCK], 0, tl.float32)[None, :]",
        "tmp20 = tl.sum(tmp18, 0)",
        "tmp21 = accum0 + tmp20",
        "tmp22 = tl.sum(tmp5, 1)[:, None]",
        "tmp23 = tl.sum(tmp5, 0)",
        "accum7 = tmp9",
    ]
    lines: list[Origins | None] = [None] * len(text)
    notes.fill(text, lines)
    assert _nodes(lines) == [["second"], ["first"], ["first"], None, None, None]


def test_a_value_that_is_added_to_two_sums_is_given_to_neither() -> None:
    notes = Notes(sums=[("tmp0", Origins("first")), ("tmp0", Origins("second"))])
    lines: list[Origins | None] = [None]
    notes.fill(["tmp1 = tl.sum(tmp0, 0)"], lines)
    assert lines == [None]


def test_the_notes_on_a_kernel_stay_with_it() -> None:
    class Kernel:
        pass

    kernel = Kernel()
    notes_of(kernel).text = "a"
    assert notes_of(kernel).text == "a"
    assert notes_of(Kernel()).text == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("    for r0_offset in tl.range(0, r0_numel, R0_BLOCK):", "loop control"),
        ("    else:", "loop control"),
        ("    xoffset = tl.program_id(0) * XBLOCK", "index or mask of the kernel as a whole"),
        ("    r0_mask = r0_index < r0_numel", "index or mask of the kernel as a whole"),
        ("    RBLOCK: tl.constexpr = R0_BLOCK", "index or mask of the kernel as a whole"),
        ("        xindex += XBLOCK", "index or mask of the kernel as a whole"),
        (
            "    num_xblocks_1 = num_xblocks_0 + tl.cdiv(19200, XBLOCK)",
            "choice among kernels that are put side by side",
        ),
        ("    pid = tl.program_id(0)", "choice among kernels that are put side by side"),
        ("    tmp0 = ks0", "head, declaration or other text around the steps"),
    ],
)
def test_why_a_line_of_triton_is_lost(line: str, why: str) -> None:
    assert TRITON.why_lost(line, is_before_head=False) == why


def test_what_stands_above_the_kernel_is_lost_for_that() -> None:
    assert TRITON.why_lost("import triton", is_before_head=True) == "imports, tuning and signature"
    assert CPP.why_lost("#include <a.h>", is_before_head=True) == "head, declaration or other text around the steps"


def test_the_head_is_the_kernel_and_no_helper() -> None:
    lines = [
        "@triton.jit",
        "def _triton_helper_fn0(a, b):",
        "    return a",
        "def triton_poi_0(in_ptr0):",
        "    x0 = xindex",
    ]
    assert TRITON.head_of(lines) == 3
    assert TRITON.head_of(["nothing"]) == 0
