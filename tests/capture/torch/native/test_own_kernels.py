"""Products that run outside the libraries that are there for them."""

import pytest

from chipward.capture.place import Place
from chipward.capture.tracers.torch.eager.seen import Call, Site
from chipward.capture.tracers.torch.native.forms import Form
from chipward.capture.tracers.torch.native.own_kernels import own_kernel

SITE = Site((Place("nowhere.py", "f", 1, 1),))


def form(operator: str, function: str, count: int = 80, **more: str) -> Form:
    call = Call(0, operator, SITE, True, False, False, None, None, False, [])  # noqa: FBT003
    kernel = {"name": function, "library": "libtorch_cpu.so", "count": count, **more}
    return Form(0, call, profile={"samples": 100, "kernel": kernel})


def test_a_product_in_a_kernel_of_pytorch_is_told() -> None:
    said = own_kernel(form("aten::bmm", "at::native::baddbmm_cpu_kernel<double>(int)"))
    assert said == "aten::bmm() runs in a kernel of PyTorch's own, baddbmm_cpu_kernel, not in oneMKL or oneDNN."


@pytest.mark.parametrize(
    "usual",
    [
        form("aten::mm", "mkl_blas_avx512_sgemm_kernel_0"),
        form("aten::mm", "?"),
        form("aten::mm", "at::native::gemm(int)", count=20),
        form("aten::convolution", "?", generated="jit_conv"),
        form("aten::add.Tensor", "at::native::add_kernel(int)"),
    ],
)
def test_what_is_usual_is_not_told(usual: Form) -> None:
    assert own_kernel(usual) is None
