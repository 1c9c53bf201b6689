"""Whether a dry run can be had here, told without importing PyTorch."""

import ctypes
import platform

from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.installed import Torch, find_torch
from chipward.model.target import Backend, Target

DRIVER = "libcuda.so.1"
_SYSTEM = ("Linux", "x86_64")


def fitting_torch(target: Target) -> Torch:
    """Return the PyTorch to run with.

    Raises:
        NoDryRunError: there is none, or a dry run is not for this target or this machine; the message says why.
    """
    if target.backend is not Backend.CUDA:
        raise NoDryRunError.not_cuda(target.id)
    if (platform.system(), platform.machine()) != _SYSTEM:
        raise NoDryRunError.elsewhere(platform.system(), platform.machine())
    torch = find_torch()
    if torch is None:
        raise NoDryRunError.without_torch()
    if not torch.cuda:
        raise NoDryRunError.without_cuda(torch.version)
    if has_driver():
        raise NoDryRunError.with_gpu()
    return torch


def has_driver() -> bool:
    """Whether NVIDIA's driver is on this machine."""
    try:
        ctypes.CDLL(DRIVER)
    except OSError:
        return False
    return True
