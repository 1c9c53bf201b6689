"""Which library an instruction for a GPU calls."""

import pytest

from chipward.artifacts.xla.hlo import read_hlo
from chipward.capture.tracers.jax.gpu.libraries import library_of

HLO = """\
HloModule jit_f

%async_computation (p: f32[8]) -> f32[8] {
  %p = f32[8] parameter(0)
  ROOT %inner = f32[8] reduce-scatter(%p), dimensions={0}
}

ENTRY %main (x: f32[8]) -> f32[8] {
  %x = f32[8] parameter(0)
  %gemm = f32[8] custom-call(%x), custom_call_target="__cublas$gemm"
  %matmul = f32[8] custom-call(%x), custom_call_target="__cublas$lt$matmul"
  %conv = f32[8] custom-call(%x), custom_call_target="__cudnn$convForward"
  %solve = f32[8] custom-call(%x), custom_call_target="cusolver_potrf_ffi"
  %own = f32[8] custom-call(%x), custom_call_target="my_kernel"
  %pallas = f32[8] custom-call(%x), custom_call_target="mosaic_gpu_v2"
  %sum = f32[8] all-reduce-start(%x), to_apply=%add
  %wrapped = f32[8] async-start(%x), calls=%async_computation
  %spectrum = f32[8] fft(%x), fft_type=FFT
  ROOT %plain = f32[8] add(%x, %x)
}
"""


@pytest.mark.parametrize(
    ("instruction", "library"),
    [
        ("gemm", "cuBLAS"),
        ("matmul", "cuBLASLt"),
        ("conv", "cuDNN"),
        ("solve", "cuSOLVER"),
        ("own", '"my_kernel"'),
        ("pallas", "Mosaic"),
        ("sum", "NCCL"),
        ("wrapped", "NCCL"),
        ("spectrum", "cuFFT"),
        ("plain", ""),
    ],
)
def test_the_library_is_known_by_the_target_or_the_operation(instruction: str, library: str) -> None:
    module = read_hlo(HLO)

    assert library_of(module.by_name[instruction], module) == library
