"""What the names of C++ functions tell."""

import pytest

from chipward.capture.tracers.torch.native.names import brief, library_of, variant, without_arguments

LOOP = (
    "void c10::function_ref<void (char**, long const*, long, long)>::callback_fn<at::native::AVX2::VectorizedLoop2d<"
    "at::native::(anonymous namespace)::add_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const> >(long)"
)
WRAPPER = "at::(anonymous namespace)::wrapper_CPU_mm"
WRAPPED = f"c10::impl::wrap_kernel_functor_unboxed_<c10::CompileTimeFunctionPointer<int (int), &{WRAPPER}> >::call(int)"
FILL = "at::native::(anonymous namespace)::NormalFill16<float, true>::operator()(float*) const [clone .constprop.0]"


@pytest.mark.parametrize(
    ("name", "short", "without"),
    [
        (LOOP, "add_kernel", LOOP.removeprefix("void ").removesuffix("(long)")),
        (WRAPPED, "wrapper_CPU_mm", WRAPPER),
        (FILL, "NormalFill16", "at::native::(anonymous namespace)::NormalFill16<float, true>::operator()"),
        ("mkl_blas_avx512_sgemm_kernel_0", "mkl_blas_avx512_sgemm_kernel_0", "mkl_blas_avx512_sgemm_kernel_0"),
        ("c10::InferenceMode::is_enabled()", "is_enabled", "c10::InferenceMode::is_enabled"),
        ("?", "?", "?"),
    ],
)
def test_a_long_name_has_a_short_one(name: str, short: str, without: str) -> None:
    assert (brief(name), without_arguments(name)) == (short, without)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (LOOP, "AVX2"),
        ("at::native::AVX512::serial_softmax<float>", "AVX512"),
        ("at::native::DEFAULT::direct_copy_kernel(at::TensorIteratorBase&)", "DEFAULT"),
        ("mkl_blas_avx512_sgemm_kernel_0", "AVX512"),
        ("mkl_blas_def_sgemm_kernel_0_zen", "DEF"),
        ("at::native::copy_(at::Tensor&)", None),
    ],
)
def test_the_instruction_set_stands_in_the_name(name: str, expected: str | None) -> None:
    assert variant(name) == expected


def test_libraries_inside_the_library_are_told_by_name() -> None:
    assert library_of("mkl_blas_avx512_sgemm_kernel_0", "libtorch_cpu.so") == "oneMKL"
    assert library_of("dnnl::impl::cpu::gemm", "libtorch_cpu.so") == "oneDNN"
    assert library_of("at::native::add", "libtorch_cpu.so") == "libtorch_cpu.so"
