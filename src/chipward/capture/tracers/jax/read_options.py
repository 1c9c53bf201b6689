"""Reads the options of a compilation without where, and what, the program has XLA write down. For a room, with JAX.

They came from the program's XLA_FLAGS or from its code. A room asks for dumps of its own, in a folder of its own: the
program's folders stay as the program filled them, and its filters hide nothing from the trace.
"""

from collections.abc import Mapping
from importlib import import_module

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.overrides import kept_overrides

_AS_XLA_HAS_THEM: Mapping[str, str | bool | int] = {
    "xla_dump_compress_protos": False,
    "xla_dump_disable_metadata": False,
    "xla_dump_fusion_visualization": False,
    "xla_dump_hlo_as_dot": False,
    "xla_dump_hlo_as_html": False,
    "xla_dump_hlo_as_long_text": True,
    "xla_dump_hlo_as_proto": False,
    "xla_dump_hlo_as_text": False,
    "xla_dump_hlo_as_url": False,
    "xla_dump_hlo_module_re": "",
    "xla_dump_hlo_pass_re": "",
    "xla_dump_hlo_pipeline_re": "",
    "xla_dump_hlo_snapshots": False,
    "xla_dump_max_hlo_modules": -1,
    "xla_dump_module_metadata": False,
    "xla_dump_to": "",
    "xla_enable_dumping": True,
    "xla_gpu_dump_autotune_logs_to": "",
    "xla_gpu_dump_autotune_results_to": "",
    "xla_gpu_kernel_cache_file": "",
    "xla_gpu_per_fusion_autotune_cache_dir": "",
}


def read_options(options: bytes) -> Foreign:
    """JAX's CompileOptions from their serialised form, with nothing about dumps and caches in files."""
    read: Foreign = import_module("jax._src.lib").xla_client.CompileOptions.ParseFromString(options)
    debug = read.executable_build_options.debug_options
    for name, value in _AS_XLA_HAS_THEM.items():
        if hasattr(debug, name):  # versions differ
            setattr(debug, name, value)
    read.env_option_overrides = kept_overrides(read.env_option_overrides)
    return read
