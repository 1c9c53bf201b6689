"""A GPU as XLA wants it described: a `GpuTargetConfigProto` in its text form."""

from chipward.capture.tracers.jax.gpu.xla_figures import XlaFigures
from chipward.model.target import Target

Version = tuple[int, int, int]


def target_config(target: Target, figures: XlaFigures, cudnn: Version) -> str:
    """Describe a GPU, and the version of cuDNN that XLA may count on."""
    major, minor = target.capability
    x, y, z = figures.blocks
    return f"""\
gpu_device_info {{
  threads_per_block_limit: {target.max_threads_per_block}
  threads_per_warp: {target.warp_size}
  shared_memory_per_block: {target.shared_memory_per_block}
  shared_memory_per_core: {target.shared_memory_per_multiprocessor}
  threads_per_core_limit: {target.max_threads_per_multiprocessor}
  core_count: {target.multiprocessors}
  fpus_per_core: {figures.cores}
  block_dim_limit_x: {x}
  block_dim_limit_y: {y}
  block_dim_limit_z: {z}
  memory_bandwidth: {figures.bandwidth}
  l2_cache_size: {target.l2}
  clock_rate_ghz: {figures.clock_ghz}
  device_memory_size: {target.memory}
  shared_memory_per_block_optin: {target.shared_memory_per_block_optin}
  cuda_compute_capability {{ major: {major} minor: {minor} }}
  registers_per_core_limit: {target.registers_per_multiprocessor}
  registers_per_block_limit: {figures.registers_per_block}
}}
platform_name: "CUDA"
dnn_version_info {{ major: {cudnn[0]} minor: {cudnn[1]} patch: {cudnn[2]} }}
device_description_str: "{target.name}"
"""
