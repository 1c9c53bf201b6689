"""What Triton asks about the GPU. It knows what to compile for, and can launch nothing."""

from importlib import import_module
from typing import NoReturn

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.model.target import Backend, Target

# Triton names AMD's backend by its language.
BACKENDS = {Backend.CUDA: "cuda", Backend.ROCM: "hip"}


def answer(target: Target) -> None:
    """Answer for the life of this process."""
    import_module("triton.runtime.driver").driver.set_active(OfTarget(target))


def gpu_target(target: Target) -> Foreign:
    """The target as Triton names it: `GPUTarget("cuda", 90, 32)`."""
    arch = target.arch if target.backend is Backend.ROCM else int(target.arch.removeprefix("sm_"))
    return import_module("triton.backends.compiler").GPUTarget(BACKENDS[target.backend], arch, target.warp_size)


class OfTarget:
    """Stands where Triton's driver for the GPU of this machine would be."""

    def __init__(self, target: Target) -> None:
        self._gpu = gpu_target(target)
        self._target = target
        self.utils = Limits(target)
        self.binary_ext = "hsaco" if target.backend is Backend.ROCM else "cubin"
        self.launcher_cls = None

    @staticmethod
    def is_active() -> bool:
        """It is the one there is."""
        return True

    def get_current_target(self) -> Foreign:
        """What to compile for."""
        return self._gpu

    def get_current_device(self) -> int:
        """The only one."""
        return 0

    def set_current_device(self, device: int) -> None:
        """There is no other."""

    def get_current_stream(self, _device: int | None = None) -> int:
        """The default one."""
        return 0

    def get_device_capability(self, _device: int = 0) -> tuple[int, int]:
        """The compute capability."""
        return self._target.capability

    def get_active_torch_device(self) -> Foreign:
        """Where tensors lie."""
        import torch  # noqa: PLC0415

        return torch.device("cuda", 0)

    def get_device_interface(self) -> Foreign:
        """Where PyTorch answers."""
        import torch  # noqa: PLC0415

        return torch.cuda

    def map_python_to_cpp_type(self, name: str) -> str:
        """How a type of Triton's is spelled in a launcher."""
        vendor = "amd" if self._target.backend is Backend.ROCM else "nvidia"
        return str(import_module(f"triton.backends.{vendor}.driver").ty_to_cpp(name))

    def get_benchmarker(self) -> Foreign:
        """Nothing can be timed."""
        return _nothing_runs

    def get_empty_cache_for_benchmark(self) -> NoReturn:
        """Nothing can be timed."""
        _nothing_runs()

    def clear_cache(self, _cache: Foreign) -> NoReturn:
        """Nothing can be timed."""
        _nothing_runs()


class Limits:
    """What Triton's drivers know of a device."""

    def __init__(self, target: Target) -> None:
        self._known = {
            "max_shared_mem": target.shared_memory_per_block_optin,
            "max_num_regs": target.registers_per_multiprocessor,
            "multiprocessor_count": target.multiprocessors,
            "warpSize": target.warp_size,
        }

    def get_device_properties(self, _device: int = 0) -> dict[str, int]:
        """Its limits. Clock rates are not among them: nobody can time anything here."""
        return dict(self._known)


def _nothing_runs(*_args: object, **_kwargs: object) -> NoReturn:
    message = "no GPU is here, so nothing can be timed"
    raise RuntimeError(message)
