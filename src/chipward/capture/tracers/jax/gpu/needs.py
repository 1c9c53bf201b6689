"""What compiling for NVIDIA's GPUs takes: JAX's plugin, and a compiler's parts that NVIDIA publishes as wheels."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

GENERATIONS = ("13", "12")  # of CUDA that JAX has plugins for, the newer first
_TOOLS = {"13": "nvidia-cuda-nvcc nvidia-cuda-nvdisasm", "12": "nvidia-cuda-nvcc-cu12 nvidia-cuda-nvdisasm"}
_LIBDEVICE = "nvvm/libdevice/libdevice.*.bc"
_OLDEST_CUDNN = (9, 0, 0)  # where the plugin does not say which it was made with


def plugin() -> str | None:
    """The generation of CUDA whose plugin is installed; None if there is none."""
    return next((one for one in GENERATIONS if _version(f"jax-cuda{one}-plugin") is not None), None)


def lacking() -> str | None:
    """Say what is to be installed before anything can be compiled; None if all is there."""
    jax = _version("jax")
    found = plugin()
    wanted = found or GENERATIONS[0]
    install = f'pip install "jax-cuda{wanted}-plugin=={jax}" "jax-cuda{wanted}-pjrt=={jax}" {_TOOLS[wanted]}'
    if found is None or _version(f"jax-cuda{found}-pjrt") is None:
        return (
            f"JAX's plugin for NVIDIA GPUs is not installed, which holds XLA's compiler for them. Install it: {install}"
        )
    for part in ("plugin", "pjrt"):
        there = _version(f"jax-cuda{found}-{part}")
        if there != jax:
            return f"jax-cuda{found}-{part} {there} is installed, and does not go with jax {jax}. Install: {install}"
    return None


def no_tool() -> str:
    """Say what is to be installed for NVIDIA's disassembler."""
    return "nvdisasm is not installed, which lists machine code for NVIDIA's GPUs: `pip install nvidia-cuda-nvdisasm`"


def no_libdevice() -> str:
    """Say what is to be installed for functions such as tanh."""
    return (
        "XLA finds no libdevice, which holds functions such as tanh for NVIDIA's GPUs: "
        f"`pip install {_TOOLS[plugin() or GENERATIONS[0]].partition(' ')[0]}`"
    )


def tools_lacking() -> str | None:
    """Say what is to be installed before all is had of what is compiled; None if it is there."""
    wanted = _TOOLS[plugin() or GENERATIONS[0]].split()
    there = (any(_in_wheels(_LIBDEVICE)), tool("nvdisasm") is not None)
    absent = [name for name, is_there in zip(wanted, there, strict=True) if not is_there]
    if not absent:
        return None
    return f"Parts of NVIDIA's compiler that XLA or chipward need are not installed: pip install {' '.join(absent)}"


def cudnn() -> tuple[int, int, int]:
    """The version of cuDNN that the plugin was made with."""
    try:
        told = int(import_module(f"jax_cuda{plugin()}_plugin._versions").cudnn_build_version())
    except (ImportError, AttributeError, RuntimeError):
        return _OLDEST_CUDNN
    return told // 10000, told // 100 % 100, told % 100


def mosaic_runtime() -> str | None:
    """Where the plugin keeps the library that Pallas kernels of Mosaic are linked with."""
    found = find_spec(f"jax_cuda{plugin()}_plugin")
    file = Path(found.origin).parent / "libmosaic_gpu_runtime.so" if found is not None and found.origin else None
    return str(file) if file is not None and file.is_file() else None


@cache
def tool(name: str) -> str | None:
    """Where one of NVIDIA's tools lies: in its own wheel, or else in Triton's."""
    return next((str(found) for found in _places(name) if found.is_file()), None)


def _places(name: str) -> Iterator[Path]:
    yield from _in_wheels(f"bin/{name}")
    triton = find_spec("triton")
    if triton is not None and triton.origin is not None:
        yield Path(triton.origin).parent / "backends" / "nvidia" / "bin" / name


def _in_wheels(pattern: str) -> Iterator[Path]:
    """Files of NVIDIA's wheels, those of later generations first."""
    nvidia = find_spec("nvidia")
    for folder in sorted(nvidia.submodule_search_locations or () if nvidia else ()):
        yield from sorted(Path(folder).glob(f"*/{pattern}"), reverse=True)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
