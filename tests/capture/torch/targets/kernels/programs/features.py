import triton
import triton.language as tl

from torch._inductor.runtime import triton_helpers, triton_heuristics
from torch._inductor.runtime.hints import DeviceProperties

triton_helpers.set_driver_to_gpu()


@triton_heuristics.user_autotune(
    configs=[{"BLOCK": 32, "num_warps": 4, "num_stages": 1}, {"BLOCK": 64, "num_warps": 4, "num_stages": 3}],
    inductor_meta={"kernel_name": "features", "force_disable_caches": True, "autotune_local_cache": False},
    triton_meta={
        "signature": {"a_ptr": "*fp16", "b_ptr": "*fp16", "out_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"},
        "device": DeviceProperties(type="cuda", index=0, multi_processor_count=132, cc=90, major=9, warp_size=32),
        "constants": {},
        "configs": [{(0,): [["tt.divisibility", 16]], (1,): [["tt.divisibility", 16]]}],
    },
    filename=__file__,
    custom_kernel=True,
)
@triton.jit
def features(a_ptr, b_ptr, out_ptr, n, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for step in range(0, tl.cdiv(n, BLOCK)):
        columns = step * BLOCK + rows
        mask = columns < n
        a = tl.load(a_ptr + rows[:, None] * n + columns[None, :], mask=mask[None, :], other=0.0)
        b = tl.load(b_ptr + columns[:, None] * BLOCK + rows[None, :], mask=mask[:, None], other=0.0)
        total = tl.dot(a, b, total)
    total = squared(total)
    tl.store(out_ptr + rows, tl.sum(total, axis=1))


@triton.jit
def squared(x):
    return x * x + 1.0
