"""Kernels whose texts are read here. The texts under `tests/golden` name the lines of this file."""

import triton
import triton.language as tl


@triton.jit
def scale(x: tl.tensor, factor: tl.tensor) -> tl.tensor:
    return x * factor


@triton.jit
def twice(x: tl.tensor, y: tl.tensor) -> tl.tensor:
    return scale(x, 2.0) + scale(y, 3.0)


@triton.jit
def row_mean(x_ptr: tl.tensor, out_ptr: tl.tensor, columns: tl.tensor, BLOCK: tl.constexpr) -> None:  # noqa: N803
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for block in range(tl.cdiv(columns, BLOCK)):
        at = block * BLOCK + tl.arange(0, BLOCK)
        mask = at < columns
        x = tl.load(x_ptr + row * columns + at, mask=mask, other=0.0)
        total += twice(x, x + 1.0)
    mean = tl.sum(total, axis=0) / columns
    tl.store(out_ptr + row, mean)


@triton.jit
def product(a_ptr: tl.tensor, b_ptr: tl.tensor, c_ptr: tl.tensor, depth: tl.tensor, BLOCK: tl.constexpr) -> None:  # noqa: N803
    rows = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK, BLOCK], dtype=tl.float32)
    for start in range(0, depth, BLOCK):
        a = tl.load(a_ptr + rows[:, None] * depth + start + rows[None, :])
        b = tl.load(b_ptr + (start + rows[:, None]) * BLOCK + rows[None, :])
        total = tl.dot(a, b, total)
    tl.store(c_ptr + rows[:, None] * BLOCK + rows[None, :], total)
