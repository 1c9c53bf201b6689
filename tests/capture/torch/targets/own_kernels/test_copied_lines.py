"""Where the lines of a kernel stand in the text that Inductor makes of it."""

from chipward.capture.tracers.torch.targets.own_kernels.described import Source
from chipward.capture.tracers.torch.targets.own_kernels.lines import copied_lines

TEXT = """\
import triton

@triton_heuristics.user_autotune(
    configs=[],
)
@triton.jit
def kernel_0(x_ptr, N: tl.constexpr):
    # a comment
    x = tl.load(x_ptr)

    tl.store(x_ptr, x + N)

@triton.jit
def helper(x):
    return x
"""


def source(text: str, line: int) -> Source:
    return Source("program.py", line, text, "kernel", "kernel", "__main__", "jit", {})


def test_a_kernel_is_found_under_another_name_and_without_its_decorators() -> None:
    own = """\
    @triton.autotune(configs=[], key=[])
    @triton.jit
    def kernel(x_ptr, N: tl.constexpr):
        # a comment
        x = tl.load(x_ptr)

        tl.store(x_ptr, x + N)
"""
    assert list(copied_lines(source(own, 20), TEXT)) == [(22, 7), (23, 8), (24, 9), (26, 11)]


def test_what_it_calls_is_found_too() -> None:
    assert list(copied_lines(source("@triton.jit\ndef helper(x):\n    return x\n", 3), TEXT)) == [(4, 14), (5, 15)]


def test_a_kernel_whose_lines_were_changed_is_not_found() -> None:
    own = "@triton.jit\ndef kernel(x_ptr, N: tl.constexpr):\n    x = tl.load(x_ptr + 1)\n"
    assert not list(copied_lines(source(own, 1), TEXT))
    assert not list(copied_lines(source("kernel = triton.jit(lambda x: x)\n", 1), TEXT))
