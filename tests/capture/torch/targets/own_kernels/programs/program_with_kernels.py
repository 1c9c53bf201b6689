import torch
import triton
import triton.language as tl
from triton.language import maximum as larger

FACTOR = tl.constexpr(3)


@triton.jit
def scaled(x, y, BIAS: tl.constexpr = 2):
    return x * FACTOR + y + BIAS


@triton.jit
def joined(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, larger(scaled(x, y), x), mask=mask)


@triton.autotune(
    configs=[triton.Config({"BLOCK": 128}, num_warps=4), triton.Config({"BLOCK": 256}, num_warps=8)],
    key=["n"],
)
@triton.jit
def row_sum(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, tl.cdiv(n, BLOCK)):
        offsets = start * BLOCK + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + row * n + offsets, mask=offsets < n, other=0.0)
    tl.store(out_ptr + row, tl.sum(total))


@torch.compile
def compute(x, y):
    out = torch.empty_like(x)
    joined[(triton.cdiv(out.numel(), 256),)](x.sin(), y, out, out.numel(), BLOCK=256)
    sums = torch.empty(x.shape[0])
    row_sum[(x.shape[0],)](out, sums, x.shape[1])
    return sums.cos()


print("begins")
try:
    compute(torch.ones(16, 100), torch.ones(16, 100))
except RuntimeError as error:
    print("no GPU:", error)
print(compute.__name__, "is over")
