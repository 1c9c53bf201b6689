"""What the figures of a target are called on a page."""

from collections.abc import Mapping

# By their keys in the data, in the order of the page.
FIGURES: Mapping[str, str] = {
    "name": "Name, as the driver spells it",
    "arch": "Architecture",
    "multiprocessors": "Multiprocessors",
    "warp_size": "Warp size",
    "max_threads_per_block": "Threads per block, at most",
    "max_threads_per_multiprocessor": "Threads per multiprocessor, at most",
    "max_blocks_per_multiprocessor": "Blocks per multiprocessor, at most",
    "registers_per_multiprocessor": "Registers per multiprocessor",
    "shared_memory_per_block": "Shared memory per block",
    "shared_memory_per_block_optin": "Shared memory per block, on request",
    "shared_memory_per_multiprocessor": "Shared memory per multiprocessor",
    "memory": "Memory",
    "l2": "L2 cache",
    "memory_bandwidth_bytes_per_second": "Bandwidth of the memory",
    "clock_mhz": "Clock, at most",
    "fp32_cores_per_multiprocessor": "Cores per multiprocessor, for float32",
    "max_registers_per_block": "Registers per block, at most",
    "max_blocks_along_x": "Blocks of a grid along x, at most",
    "max_blocks_along_y": "Blocks of a grid along y, at most",
    "max_blocks_along_z": "Blocks of a grid along z, at most",
}

TPU_FIGURES: Mapping[str, str] = {
    "name": "Name, as JAX is told it",
    "topology": "Chips of one host, along each axis",
    "tensor_cores": "TensorCores of a chip",
    "cores_per_device": "TensorCores of one device in JAX",
    "mxus": "Matrix units of a TensorCore",
    "mxu_columns": "Columns of a matrix unit",
    "lanes": "Lanes of a vector register",
    "sublanes": "Sublanes of a vector register",
    "vmem": "Vector memory of a TensorCore",
    "smem": "Scalar memory of a TensorCore",
    "memory": "Memory of a chip",
    "bandwidth": "Bandwidth of that memory",
    "bf16_operations": "Operations in bfloat16, at most",
}
