"""The functions that PyTorch takes from NVIDIA's libraries, and what the stand-in answers where nobody wrote more.

PyTorch's libraries say themselves which functions they lack. Those that only prepare or tidy up succeed. Those that
would compute on the GPU are noted and succeed. Those that must return something that only the library knows refuse, so
that PyTorch raises an error of its own and nobody takes what happened to lie in memory for an answer.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

LIBRARIES = (
    "libtorch_cuda.so",
    "libc10_cuda.so",
    "libtorch_cuda_linalg.so",
    "libtorch_python.so",
    "libcaffe2_nvrtc.so",
)
NOT_SUPPORTED = {  # how each library spells that it cannot
    "cusparseLt": 10,
    "cusparse": 10,
    "cusolver": 9,
    "cublasLt": 15,
    "cublas": 15,
    "cufft": 16,
    "curand": 201,
    "cudnn": 3000,
    "cuda": 801,
    "cu": 801,
}

_OURS = re.compile(r"__cuda[A-Z]|cu(?:da|dnn|blas|sparse|solver|fft|rand|(?=[A-Z]))(?!File)")
_ALREADY_TRUE = re.compile(
    r"Get\w*(?:Version|ErrorString|ErrorName|Property)$"
)  # what the real library knows without a GPU
_PREPARES = re.compile(
    r"Set|Destroy|Synchronize|Record|Query$|WaitEvent|LastError|Profiler|Trim|Unregister|HostRegister|Exchange|Close"
    r"|Unload|__cuda"
)
_MAKES = re.compile(r"^(?:cudnn|cusparse|cusparseLt|cusolver\w*?|cublas\w*?)Create")
_PLANS = re.compile(r"_?[bB]ufferSize|Get|Preprocess|analysis", re.IGNORECASE)


def lacking(libraries: Path) -> tuple[str, ...]:
    """The functions of NVIDIA's that PyTorch's libraries look for."""
    files = [str(libraries / name) for name in LIBRARIES if (libraries / name).exists()]
    command = ["nm", "--dynamic", "--undefined-only", "--format=posix", *files]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 -- of binutils
    names = (line.split()[0].partition("@")[0] for line in listed.splitlines() if " U" in line)
    return tuple(sorted({name for name in names if _OURS.match(name) and not _ALREADY_TRUE.search(name)}))


def source_of(names: Iterable[str]) -> str:
    """The C++ of an answer for each function. They are weak: one that somebody has written goes before."""
    lines = ['#include "calls.h"', "", '#define ANSWER extern "C" __attribute__((weak)) int']
    return "\n".join([*lines, *_answers(names), ""])


def _answers(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if _MAKES.search(name) and not name.startswith("cufft"):
            yield f"ANSWER {name}(void** made, ...) {{ return chipward::handle(made); }}"
        elif _PREPARES.search(name):
            yield f"ANSWER {name}(...) {{ return 0; }}"
        elif name.startswith("cublas") and not _PLANS.search(name):
            yield f'ANSWER {name}(...) {{ return chipward::call("{name}", ""); }}'
        else:
            yield f'ANSWER {name}(...) {{ return chipward::refuse("{name}", {_code(name)}); }}'


def _code(name: str) -> int:
    return next(code for prefix, code in NOT_SUPPORTED.items() if name.startswith(prefix))
