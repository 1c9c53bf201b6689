"""Names of C++ functions: what they tell, and shorter forms for people."""

import re

# e.g. "at::native::AVX2::vectorized_loop2d", "mkl_blas_avx512_sgemm_kernel_0", "jit_avx512_core_brgemm"
_VARIANT = re.compile(r"\bnative::(AVX2|AVX512|DEFAULT|VSX|ZVECTOR|NEON|SVE)|_(avx512|avx2|avx|sse\w*|def)_")
# e.g. "add_kernel" in "c10::function_ref<…>::callback_fn<at::native::AVX2::VectorizedLoop2d<at::native::add_kernel(…"
_KERNEL = re.compile(r"\b(?!cpu_kernel|cpu_serial_kernel|DispatchStub)(?P<name>\w*kernel(?:_impl\w*|_out\w*)?)\b")
# e.g. "c10::impl::wrap_kernel_functor_unboxed_<…CompileTimeFunctionPointer<at::Tensor (…), &at::…::wrapper_CPU_addmm>…"
_WRAPPED = re.compile(r"::(?:wrap_kernel|make_boxed_from_unboxed)_functor.*?, &(?P<name>[\w:() ]+?)>")
_TOKEN = re.compile(r"S[0-9A-Z]*_|(?P<length>\d+)")  # in a mangled name: what stands for an earlier part, or a length
_ANONYMOUS = "(anonymous namespace)"
_OPENING, _CLOSING = "<([{", ">)]}"
_LONGEST = 60

CLOSED = {
    "oneMKL": "oneMKL is closed, and its licence forbids taking its code apart: "
    "its functions are named, and their instructions are not shown."
}
_LONGEST_LINE = 240
_ONEDNN = ("dnnl::", "dnnl_")  # its namespace, and its interface in C
_AROUND_ONEDNN = re.compile(r"\b(?:at|c10|ideep|torch)::")


def variant(name: str) -> str | None:
    """The instruction set in a function's name: AVX2, AVX512 or DEFAULT; None if it does not say."""
    match = _VARIANT.search(name)
    return (match[1] or match[2]).upper() if match else None


def library_of(name: str, file: str) -> str:
    """Whose code it is, in the words of the trade: oneMKL and oneDNN are linked into PyTorch's own library."""
    if name.startswith("mkl_"):
        return "oneMKL"
    return "oneDNN" if _is_of_onednn(name) else file


def _is_of_onednn(name: str) -> bool:
    # PyTorch's wrappers, at::native::mkldnn_* and ideep::*, name it and its types, and are not of it.
    if without_arguments(name).startswith(_ONEDNN):
        return True
    holds_its_own = without_arguments(name).startswith("std::") and "dnnl::impl::" in name
    return holds_its_own and _AROUND_ONEDNN.search(name) is None


def without_arguments(name: str) -> str:
    """A demangled name without its arguments and what it returns; a wrapper becomes what it wraps."""
    wrapped = _WRAPPED.search(name)
    if wrapped is not None:
        return wrapped["name"]
    start, stop, depth = 0, len(name), 0
    for place, letter in enumerate(name):
        if letter == "(" and depth == 0 and not _is_part_of_name(name, place):
            stop = place
            break
        if letter == " " and depth == 0:
            start = place + 1
        depth += (letter in _OPENING) - (letter in _CLOSING and name[place - 1] != "-")
    return name[start:stop] or name


def _is_part_of_name(name: str, place: int) -> bool:
    return name.startswith(_ANONYMOUS, place) or (name.startswith("()", place) and name.endswith("operator", 0, place))


def within_line(name: str) -> str:
    """A name, cut where a line would be too long."""
    return name if len(name) <= _LONGEST_LINE else f"{name[: _LONGEST_LINE - 1]}…"


def brief(name: str) -> str:
    """A name that people recognise, for a list."""
    match = _KERNEL.search(name)
    if match is not None:
        return match["name"][:_LONGEST]
    parts = [part for part in re.sub(r"<.*>", "", without_arguments(name)).split("::") if part]
    named = [part for part in parts if part not in ("operator()", "call", _ANONYMOUS)]
    return (named or parts or [name])[-1][:_LONGEST]


def words_of(mangled: str) -> str:
    """The identifiers in a name that no demangler reads."""
    words: list[str] = []
    place = 0
    while match := _TOKEN.search(mangled, place):
        place = match.end()
        length = int(match["length"] or 0)
        word = mangled[place : place + length]
        if length and len(word) == length and word.isidentifier():
            words.append(_ANONYMOUS if word.startswith("_GLOBAL__") else word)
            place += length
    return "::".join(words) or mangled
