"""The shim: what answers in the place of a GPU's driver when PyTorch asks which devices there are.

A tensor on a GPU that is not there is a fake one: it has a shape and a device, and no bytes. PyTorch's own code asks
about the device all the same, in C++, where no Python can answer. The shim does.
"""

import ctypes
import sys
from importlib.util import find_spec
from pathlib import Path

from chipward.capture.tracers.torch.targets.shim.building import Torch, build
from chipward.capture.tracers.torch.targets.shim.no_shim import NoShimError

_loaded: list[ctypes.CDLL] = []


def load() -> None:
    """Load it, for the life of this process, which must not have imported PyTorch.

    Raises:
        NoShimError: it cannot be built or loaded here; the message says why.
    """
    if _loaded:
        return
    if "torch" in sys.modules:
        raise NoShimError.too_late()
    torch = installed()
    mode = ctypes.RTLD_GLOBAL if torch.has_cuda else ctypes.DEFAULT_MODE
    try:
        _loaded.append(ctypes.CDLL(str(build(torch)), mode=mode))
    except OSError as error:
        raise NoShimError.not_loaded(error) from error


def installed() -> Torch:
    """The PyTorch that an import would find."""
    spec = find_spec("torch")
    if spec is None or not spec.submodule_search_locations:
        message = "No module named 'torch'"
        raise ModuleNotFoundError(message)
    return Torch(Path(spec.submodule_search_locations[0]))
