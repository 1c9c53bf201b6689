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


@pytest.mark.parametrize(
    "name",
    [
        "dnnl_sgemm",
        "void dnnl::impl::cpu::x64::jit_brgemm<float>::run(int) const",
        "dnnl::impl::parallel(int, std::function<void (int, int)> const&)::{lambda()#1}::operator()() const",
        "non-virtual thunk to dnnl::impl::cpu::ref_sum_t::execute(dnnl::impl::exec_ctx_t const&) const",
        "std::_Function_handler<void (int), dnnl::impl::cpu::format::run()::{lambda(int)#1}>::_M_invoke(int&&)",
    ],
)
def test_what_onednn_defines_is_its_own(name: str) -> None:
    assert library_of(name, "libtorch_cpu.so") == "oneDNN"


@pytest.mark.parametrize(
    "name",
    [
        "at::native::mkldnn_convolution(at::Tensor const&, at::Tensor const&)",
        "at::native::(anonymous namespace)::_mkldnn_convolution_out(dnnl::memory const&)",
        "ideep::matmul_forward::compute<dnnl::engine>(ideep::tensor const&)",
        "std::_Function_handler<void (), at::native::mkldnn_gemm(dnnl::impl::x)::{lambda()#1}>::_M_invoke()",
        "std::vector<dnnl::memory, std::allocator<dnnl::memory> >::push_back(dnnl::memory const&)",
    ],
)
def test_what_pytorch_wraps_around_onednn_is_pytorchs(name: str) -> None:
    assert library_of(name, "libtorch_cpu.so") == "libtorch_cpu.so"
