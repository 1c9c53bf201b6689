"""The options of a compilation as a trace keeps them: without folders of this machine. For a room, which loads JAX.

The folder of NVIDIA's parts is where JAX finds it on whichever machine compiles again.
"""

from importlib import import_module

from chipward.capture.tracers.jax.foreign import Foreign

_CUDA = "xla_gpu_cuda_data_dir"
_FOLDERS = (_CUDA, "xla_dump_to", "xla_gpu_kernel_cache_file", "xla_gpu_per_fusion_autotune_cache_dir")


def without_folders(options: bytes) -> bytes:
    """The options to be kept."""
    read, debug = _read(options)
    for name in _FOLDERS:
        if getattr(debug, name, ""):
            setattr(debug, name, "")
    return bytes(read.SerializeAsString())


def with_folders(options: bytes) -> bytes:
    """Options that were kept, with the folder that this machine has."""
    read, debug = _read(options)
    if folder := getattr(import_module("jax._src.lib"), "cuda_path", None):
        setattr(debug, _CUDA, str(folder))
    return bytes(read.SerializeAsString())


def _read(options: bytes) -> tuple[Foreign, Foreign]:
    read: Foreign = import_module("jax._src.lib").xla_client.CompileOptions.ParseFromString(options)
    return read, read.executable_build_options.debug_options
