"""Calls the files of Triton's and PyTorch's libraries by what they are everywhere: `triton/language/standard.py`.

Triton writes the path of each file that a kernel uses into its places, and so into the cubin. Where a library lies on
this machine is nobody's concern, and equal kernels are to be equal bytes.
"""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from chipward.capture.replacing import replaced
from chipward.capture.tracers.torch.compile.foreign import Foreign

_PACKAGES = ("triton", "torch")
_ASKED = "get_jit_fn_file_line"  # by whoever turns a function into Triton's IR


@contextmanager
def everywhere() -> Iterator[None]:
    """Have Triton use such names. A version that asks for files in another way keeps to its own."""
    generator = import_module("triton.compiler.code_generator")
    original = getattr(generator, _ASKED, None)
    if original is None:
        yield
        return
    folders = tuple(_folders())

    @functools.wraps(original)
    def told(function: Foreign) -> tuple[str, int]:
        file, line = original(function)
        return next((file.removeprefix(folder) for folder in folders if file.startswith(folder)), file), line

    with replaced(generator, _ASKED, told):
        yield


def _folders() -> Iterator[str]:
    for package in _PACKAGES:
        found = find_spec(package)
        if found is not None and found.origin is not None:
            yield f"{Path(found.origin).parents[1]}/"
