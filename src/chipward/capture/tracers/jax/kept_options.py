"""The options of a compilation as a trace keeps them: without folders of this machine. For a room, which loads JAX.

The folder of NVIDIA's parts is where JAX finds it on whichever machine compiles again.
"""

from importlib import import_module

from chipward.capture.tracers.jax.read_options import read_options


def without_folders(options: bytes) -> bytes:
    """The options to be kept."""
    return _with_parts_of_nvidia(options, "")


def with_folders(options: bytes) -> bytes:
    """Options that were kept, with the folder that this machine has."""
    return _with_parts_of_nvidia(options, str(getattr(import_module("jax._src.lib"), "cuda_path", None) or ""))


def _with_parts_of_nvidia(options: bytes, folder: str) -> bytes:
    read = read_options(options)
    read.executable_build_options.debug_options.xla_gpu_cuda_data_dir = folder
    return bytes(read.SerializeAsString())
