"""The shim: what answers in the place of a GPU's driver when PyTorch asks which devices there are.

A tensor on a GPU that is not there is a fake one: it has a shape and a device, and no bytes. PyTorch's own code asks
about the device all the same, in C++, where no Python can answer. The shim does.
"""

import ctypes
import sys
from pathlib import Path

from chipward.capture.building import Library, build
from chipward.capture.tracers.torch.installed import Torch, find_torch
from chipward.capture.tracers.torch.targets.shim.no_shim import NoShimError

_SOURCE = Path(__file__).with_name("guard.cpp")

_loaded: list[ctypes.CDLL] = []


def load() -> None:
    """Load it, for the life of this process, which must not have imported PyTorch.

    Raises:
        NotBuiltError: it cannot be built or loaded here; the message says why.
    """
    if _loaded:
        return
    if "torch" in sys.modules:
        raise NoShimError.too_late()
    torch = find_torch()
    if torch is None:
        raise NoShimError.without_torch()
    mode = ctypes.RTLD_GLOBAL if torch.cuda else ctypes.DEFAULT_MODE
    built = build(shim_for(torch))
    try:
        _loaded.append(ctypes.CDLL(str(built), mode=mode))
    except OSError as error:
        raise NoShimError.not_loaded(error) from error


def shim_for(torch: Torch) -> Library:
    """What the shim is built from: what it becomes follows from this alone."""
    libraries = torch.root / "lib"
    with_cuda = ("-DBUILD_WITH_CUDA",) if torch.cuda else ()
    return Library(
        name="guard",
        what="the stand-in for the GPU's driver",
        against=f"PyTorch {torch.version}",
        files=(_SOURCE,),
        options=("-std=c++20", *with_cuda, f"-I{torch.root / 'include'}"),
        links=(f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-ltorch_cpu", "-lc10"),
    )
