"""Sees to it that an executable was made for the chip that was asked for, and for none of this machine."""

from chipward.errors import ChipwardError

WITHOUT_DEVICE = "Executable"  # the kind that a compiler makes where it has no device; else a "LoadedExecutable"


class WrongTargetError(ChipwardError):
    """What came out was made for something else than was asked for."""


def check_kind(kind: str, device: str, wanted: str) -> None:
    """Take an executable for a device that is not here, and for the right one, or raise WrongTargetError.

    Args:
        kind: the name of the executable's type.
        device: the kind of the device that it was compiled for, as JAX names it: NVIDIA H100 80GB HBM3
        wanted: the kind that was asked for, likewise.
    """
    if kind != WITHOUT_DEVICE or device != wanted:
        message = f"JAX made a {kind} for {device} instead of an {WITHOUT_DEVICE} for {wanted}."
        raise WrongTargetError(message)
