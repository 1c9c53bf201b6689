"""Whose a file of Python code is, told by its path alone: also after the program has ended, by a process without torch.

Imports the standard library alone.
"""

import os
import re
import sys
import sysconfig
from enum import Enum
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path


class Owner(Enum):
    """Who wrote a file."""

    PROGRAM = "program"
    PACKAGE = "package"  # installed, and none of those below
    PYTHON = "python"  # its standard library
    TORCH = "torch"
    COMPILER = "compiler"  # of torch.compile, and the code it writes
    CHIPWARD = "chipward"


_COMPILER = (
    "_dynamo/",
    "_export/",
    "_functorch/_aot_autograd/",
    "_functorch/aot_autograd.py",
    "_inductor/",
    "_subclasses/",
    "export/",
    "fx/experimental/",
)
# Wrappers that stand around much eager code, such as an optimizer's methods.
_NO_COMPILER = ("_dynamo/decorators.py", "_dynamo/eval_frame.py", "_dynamo/external_utils.py")
_WRITTEN_BY_COMPILER = "/torchinductor_"  # begins the name of its usual folder
_CACHE_FOLDER = "TORCHINDUCTOR_CACHE_DIR"  # a trace has a folder of its own
_WRITTEN_BY_FX = "<eval_with_key"
_FROZEN = "<frozen "
_INSTALLED_TORCH = re.compile(r".*/(?:site|dist)-packages/torch/")
_PACKAGES = ("/site-packages/", "/dist-packages/")
_STANDARD = tuple({sysconfig.get_paths()[name] + "/" for name in ("stdlib", "platstdlib")})
_CHIPWARD = str(Path(__file__).parents[3]) + "/"


def owner_of_file(file: str) -> Owner:
    """Whose a file is, by the name that its code objects have."""
    within = _within_torch(file)
    if within is not None:
        return Owner.COMPILER if within.startswith(_COMPILER) and within not in _NO_COMPILER else Owner.TORCH
    own_cache = os.environ.get(_CACHE_FOLDER)
    if _WRITTEN_BY_COMPILER in file or (own_cache and file.startswith(own_cache.rstrip(os.sep) + os.sep)):
        return Owner.COMPILER
    if file.startswith(_CHIPWARD):
        return Owner.CHIPWARD
    if any(part in file for part in _PACKAGES):
        return Owner.PACKAGE
    return Owner.PYTHON if file.startswith((*_STANDARD, _FROZEN)) else Owner.PROGRAM


@cache
def torch_folder() -> str:
    """Where PyTorch lies, with a slash at the end; empty if it does not lie anywhere."""
    file = getattr(sys.modules.get("torch"), "__file__", None)
    if file is None:
        spec = PathFinder.find_spec("torch")  # does not import it
        file = spec.origin if spec else None
    return f"{Path(file).parent}/" if file else ""


def _within_torch(file: str) -> str | None:
    """The path below PyTorch's folder; None if it is not PyTorch's."""
    if file.startswith(_WRITTEN_BY_FX):
        return file
    folder = torch_folder()
    if folder and file.startswith(folder):
        return file[len(folder) :]
    installed = _INSTALLED_TORCH.match(file)  # elsewhere, by another interpreter
    return file[installed.end() :] if installed else None
