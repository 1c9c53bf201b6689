"""Why there is no shim, though it is built: each reason in a sentence."""

from typing import Self

from chipward.capture.not_built import NotBuiltError


class NoShimError(NotBuiltError):
    """The shim cannot be had in this process; the message says why."""

    @classmethod
    def not_loaded(cls, error: OSError) -> Self:
        """The system refuses to load it."""
        return cls(f"The stand-in for the GPU's driver could not be loaded ({error}).")

    @classmethod
    def too_late(cls) -> Self:
        """PyTorch has asked already."""
        return cls("PyTorch was imported before the stand-in for the GPU's driver was there.")

    @classmethod
    def without_torch(cls) -> Self:
        """There is no PyTorch to build it for."""
        return cls("PyTorch is not installed.")
