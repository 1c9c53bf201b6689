"""Why there is no shim: each reason in a sentence that says what to do."""

from typing import Self


class NoShimError(Exception):
    """The shim cannot be had here; the message says why."""

    @classmethod
    def without_compiler(cls) -> Self:
        """No C++ compiler."""
        return cls(
            "PyTorch needs a stand-in for the GPU's driver, and there is no C++ compiler (g++) to build it with: "
            "install one."
        )

    @classmethod
    def not_started(cls, compiler: str, error: OSError) -> Self:
        """The compiler that the environment names is not there, or is no program."""
        return cls(
            f"PyTorch needs a stand-in for the GPU's driver, and the C++ compiler to build it with, {compiler}, could "
            f"not be started ({error.strerror or error}): set CXX to one that can, or unset it."
        )

    @classmethod
    def not_built(cls, said: str, version: str) -> Self:
        """The compiler refuses."""
        return cls(f"The stand-in for the GPU's driver could not be built for PyTorch {version}: {said}.")

    @classmethod
    def not_kept(cls, error: OSError) -> Self:
        """The cache cannot be written."""
        return cls(f"The stand-in for the GPU's driver could not be kept in your cache ({error.strerror or error}).")

    @classmethod
    def not_loaded(cls, error: OSError) -> Self:
        """The system refuses to load it."""
        return cls(f"The stand-in for the GPU's driver could not be loaded ({error}).")

    @classmethod
    def too_late(cls) -> Self:
        """PyTorch has asked already."""
        return cls("PyTorch was imported before the stand-in for the GPU's driver was there.")
