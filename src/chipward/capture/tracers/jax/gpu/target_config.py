"""A GPU as XLA wants it described: a `GpuTargetConfigProto` in its text form.

XLA weighs with these numbers what to fuse. Where one is left out, it fuses otherwise than for the chip, or ends the
process. So a GPU is described with all of them, or not at all.
"""

from chipward.errors import Misuse
from chipward.model.target import Target

Version = tuple[int, int, int]


def target_config(target: Target, cudnn: Version) -> str:
    """Describe a GPU, and the version of cuDNN that XLA may count on. One with a number unknown is Misuse."""
    clock_mhz, bandwidth, cores, registers_per_block, x, y, z = _all_known(
        target,
        target.clock_mhz,
        target.memory_bandwidth_bytes_per_second,
        target.fp32_cores_per_multiprocessor,
        target.max_registers_per_block,
        target.max_blocks_along_x,
        target.max_blocks_along_y,
        target.max_blocks_along_z,
    )
    major, minor = target.capability
    return f"""\
gpu_device_info {{
  threads_per_block_limit: {target.max_threads_per_block}
  threads_per_warp: {target.warp_size}
  shared_memory_per_block: {target.shared_memory_per_block}
  shared_memory_per_core: {target.shared_memory_per_multiprocessor}
  threads_per_core_limit: {target.max_threads_per_multiprocessor}
  core_count: {target.multiprocessors}
  fpus_per_core: {cores}
  block_dim_limit_x: {x}
  block_dim_limit_y: {y}
  block_dim_limit_z: {z}
  memory_bandwidth: {bandwidth}
  l2_cache_size: {target.l2}
  clock_rate_ghz: {clock_mhz / 1000}
  device_memory_size: {target.memory}
  shared_memory_per_block_optin: {target.shared_memory_per_block_optin}
  cuda_compute_capability {{ major: {major} minor: {minor} }}
  registers_per_core_limit: {target.registers_per_multiprocessor}
  registers_per_block_limit: {registers_per_block}
}}
platform_name: "CUDA"
dnn_version_info {{ major: {cudnn[0]} minor: {cudnn[1]} patch: {cudnn[2]} }}
device_description_str: "{target.name}"
"""


def _all_known(target: Target, *figures: int | None) -> tuple[int, ...]:
    known = tuple(figure for figure in figures if figure is not None)
    if len(known) < len(figures):
        message = f"XLA asks for numbers of {target.name} that chipward has no source for."
        raise Misuse(message)
    return known
