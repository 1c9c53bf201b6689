"""Why there is no dry run: each reason in a sentence that says what to do."""

from typing import Self

from chipward.capture.not_built import NotBuiltError


class NoDryRunError(NotBuiltError):
    """A dry run cannot be had here; the message says why."""

    @classmethod
    def without_torch(cls) -> Self:
        """There is no PyTorch."""
        return cls("PyTorch is not installed.")

    @classmethod
    def without_cuda(cls, version: str) -> Self:
        """PyTorch was built for the CPU alone."""
        release = version.partition("+")[0]
        return cls(
            f"The PyTorch that is installed ({version}) is built without CUDA, so its CUDA kernels are not here. "
            f"`pip install torch==={release}`, in an environment of its own, brings the build that has them; it needs "
            "no GPU and some 5 GB."
        )

    @classmethod
    def with_gpu(cls) -> Self:
        """There is a driver, and so perhaps a GPU."""
        return cls("NVIDIA's driver is installed here. A dry run would stand in its way: run the program on the GPU.")

    @classmethod
    def elsewhere(cls, system: str, machine: str) -> Self:
        """Another system."""
        return cls(f"A dry run is known to work on Linux on x86-64 alone; this is {system} on {machine}.")

    @classmethod
    def not_cuda(cls, target: str) -> Self:
        """Another vendor."""
        return cls(f"A dry run needs NVIDIA's runtime in the place of {target}.")

    @classmethod
    def without_headers(cls) -> Self:
        """NVIDIA's headers are missing."""
        return cls(
            "The headers of CUDA's runtime are missing, which the packages nvidia-cuda-runtime and triton bring along."
        )

    @classmethod
    def without_nm(cls) -> Self:
        """No tool that lists the functions that a library lacks."""
        return cls("Building the stand-in for CUDA's runtime needs nm: install binutils.")
