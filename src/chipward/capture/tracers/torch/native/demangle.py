"""The names of C++ functions as people write them, by the C++ library that PyTorch has loaded anyway."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

from chipward.capture.tracers.torch.native.names import words_of

_LIBRARY = "libstdc++.so.6"


@cache
def demangle(name: str) -> str:
    """`_ZN2at4addiE` to `at::add(int)`; of a name that it cannot read, the words; other names stay as they are."""
    if not name.startswith("_Z"):
        return name
    library = _library()
    if library is None:
        return name
    status = ctypes.c_int()
    text = library(name.encode(), None, None, ctypes.byref(status))
    if status.value != 0 or not text:
        return words_of(name)
    try:
        return ctypes.string_at(text).decode(errors="replace")
    finally:
        ctypes.CDLL(None).free(ctypes.c_void_p(text))


@cache
def _library() -> Callable[..., Any] | None:
    try:
        function = ctypes.CDLL(_LIBRARY)["__cxa_demangle"]
    except (AttributeError, OSError):
        return None
    function.restype = ctypes.c_void_p
    return function
