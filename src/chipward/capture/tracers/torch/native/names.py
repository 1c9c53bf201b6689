"""Short names for functions of C++, and what their long names tell of the processor they were compiled for."""

import re

# e.g. "at::native::AVX2::vectorized_loop2d", "mkl_blas_avx512_sgemm_kernel_0", "jit_avx512_core_brgemm"
_VARIANT = re.compile(
    r"\bnative::(?P<aten>AVX2|AVX512|DEFAULT|VSX|ZVECTOR|NEON|SVE)|_(?P<mkl>avx512|avx2|avx|sse\w*|def)_"
)
# e.g. "clamp_min_scalar_kernel_impl" in "void c10::function_ref<…>::callback_fn<at::native::AVX2::…::clamp_min_scalar_kernel_impl(…"
_KERNEL = re.compile(r"\b(?!cpu_kernel|cpu_serial_kernel)(?P<name>\w*kernel(?:_impl\w*|_out\w*)?)\b")
_BEFORE_ARGUMENTS = re.compile(r"(?P<name>(?:operator\(\)|[\w~]+))(?:<.*>)?\(")
_LENGTH = re.compile(r"(\d+)")
_LONGEST = 60


def variant(name: str) -> str | None:
    """The instruction set in a function's name: AVX2, AVX512 or DEFAULT; None if it does not say."""
    match = _VARIANT.search(name)
    return (match["aten"] or match["mkl"]).upper() if match else None


def library_of(name: str, file: str) -> str:
    """Whose code it is, in the words of the trade: oneMKL and oneDNN are linked into PyTorch's own library."""
    if name.startswith("mkl_"):
        return "oneMKL"
    if "dnnl" in name or "mkldnn" in name:
        return "oneDNN"
    return file


def brief(name: str) -> str:
    """A name that people recognise, for a list."""
    match = _KERNEL.search(name) or _BEFORE_ARGUMENTS.search(name)
    short = match["name"] if match else name
    return short if len(short) <= _LONGEST else f"{short[: _LONGEST - 1]}…"


def words_of(mangled: str) -> str:
    """The identifiers in a name that no demangler reads."""
    words: list[str] = []
    place = 0
    while match := _LENGTH.search(mangled, place):
        length = int(match[1])
        word = mangled[match.end() : match.end() + length]
        if len(word) == length and word.isidentifier():
            words.append("(anonymous namespace)" if word.startswith("_GLOBAL__") else word)
            place = match.end() + length
        else:
            place = match.end()
    return "::".join(words) or mangled
