import pytest

from chipward.capture.tracers.torch.compile.findings.kernels import innermost_loops
from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.kernel_lines import find_lines
from chipward.capture.tracers.torch.compile.templates import origins_in_template

VECTORISED = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(16L))
{
    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
}
"""
SCALAR = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(3L); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
}
"""
OUTER_TILED = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(64L); x0+=static_cast<int64_t>(8L))
{
    for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(8L); x1+=static_cast<int64_t>(1L))
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0 + 64L*x1));
    }
}
"""
WITH_TAIL = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(100L); x0+=static_cast<int64_t>(16L))
{
    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0);
    for (int64_t x0_tail = static_cast<int64_t>(96L);x0_tail < static_cast<int64_t>(100L); x0_tail++)
    {
        auto tmp0 = in_ptr0[static_cast<int64_t>(x0_tail)];
    }
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (VECTORISED, [(2, 16, False)]),
        (SCALAR, [(2, 1, False)]),
        (OUTER_TILED, [(4, 8, False)]),
        (WITH_TAIL, [(2, 16, True)]),
        (VECTORISED + SCALAR, [(2, 16, False), (7, 1, False)]),
        ("no loop", []),
    ],
)
def test_the_innermost_loops_and_their_width(text: str, expected: object) -> None:
    assert [tuple(loop) for loop in innermost_loops(text)] == expected


def test_a_part_is_found_where_it_stands_once() -> None:
    assert find_lines(["a", "b", "c", "d"], ["b", "c"]) == 1


def test_a_part_that_stands_twice_is_not_found() -> None:
    assert find_lines(["a", "b", "a"], ["a"]) is None


def test_empty_lines_around_a_part_do_not_matter() -> None:
    assert find_lines(["x", "a", "b"], ["", "a", "b", "", ""]) == 0


def test_a_placeholder_stands_for_a_name_and_for_nothing_else() -> None:
    part = ['extern "C" void Placeholder.KERNEL_NAME(float* x)', "{"]
    assert find_lines(["", 'extern "C" void kernel(float* x)', "{"], part) == 1
    assert find_lines(["", 'extern "C" void kernel(float* y)', "{"], part) is None


def test_nothing_is_found_in_nothing() -> None:
    assert find_lines([], ["a"]) is None
    assert find_lines(["a"], ["", ""]) is None


def test_what_was_generated_for_a_template_is_found_in_it() -> None:
    relu, rest = Origins("relu"), None
    piece = ("for (;;)\n{\n    tmp1 = relu(tmp0 + ks0);\n}\n", [rest, rest, relu, rest])
    text = "by hand\n        for (;;)\n        {\n            tmp1 = relu(tmp0 + cur_qSplitSize);\n        }\nby hand"
    assert origins_in_template(text, [piece]) == [None, None, None, relu, None, None]


def test_pieces_that_cannot_be_told_apart_are_left_alone() -> None:
    piece = ("a;\nb;\nc;\n", [Origins("x"), None, None])
    assert origins_in_template("a;\nb;\nc;\na;\nb;\nc;\n", [piece]) is None
    assert origins_in_template("nothing of it", [piece]) is None
