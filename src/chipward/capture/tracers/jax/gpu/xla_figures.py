"""What XLA asks about a GPU beyond what the table of targets tells: clock, bandwidth, cores, limits of a launch.

XLA weighs with these numbers what to fuse. Where one is left out, it fuses otherwise than for the chip, or ends the
process. So each is read out of words that somebody has published: XLA's own descriptions, or what a driver says.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from chipward.errors import Misuse
from chipward.model.target import Target

_BITS_OF_A_BYTE = 8
_TRANSFERS_A_CLOCK = 2  # of memory with a double data rate, as XLA counts it, too


class Said(NamedTuple):
    """Words, and where they stand: repository, commit and path. Runs of white space are one blank."""

    source: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class XlaFigures:
    """The numbers."""

    clock_ghz: float
    bandwidth: int  # bytes a second
    cores: int  # of a multiprocessor, for single precision
    registers_per_block: int
    blocks: tuple[int, int, int]  # of a grid at most


_GRID = "block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535"
_SPECS = "xla/backends/gpu/target_config/specs"
_REGISTERS = "registers_per_block_limit: 65536"

_SAID: Mapping[str, Said] = {
    "cuda:t4": Said(
        "sylvia-ymlin/cuda-kernels-from-scratch d4b473f6824f799bd03186ee65f7173618bf9b46 README.md",
        (
            "| CUDA Cores/MP | 64 | | Total CUDA Cores | 2560 | | GPU Max Clock | 1590 MHz |",
            "| Memory Clock | 5001 MHz | | Memory Bus Width | 256-bit |",
            "| Registers per Block | 65536 |",
            "| Max Grid Dimensions | (2147483647, 65535, 65535) |",
        ),
    ),
    "cuda:a100": Said(
        f"openxla/xla 4336d12e0706168f6a382ddb231f3a83853b0657 {_SPECS}/a100_sxm_80.txtpb",
        (
            f"fpus_per_core: 64 {_GRID} memory_bandwidth: 2039040000000 l2_cache_size: 41943040 clock_rate_ghz: 1.41",
            _REGISTERS,
        ),
    ),
    "cuda:a6000": Said(
        f"openxla/xla 4336d12e0706168f6a382ddb231f3a83853b0657 {_SPECS}/a6000.txtpb",
        (
            f"fpus_per_core: 128 {_GRID} memory_bandwidth: 768096000000 l2_cache_size: 6291456 clock_rate_ghz: 1.8",
            _REGISTERS,
        ),
    ),
    "cuda:rtx4090": Said(
        "thamada/nvidia-smi b09ef139265ffc7e3c78006346981de8e4d70499 gls/RTX4090_deviceQuery.py",
        (
            "(128) Multiprocessors, (128) CUDA Cores/MP: 16384 CUDA Cores GPU Max Clock rate: 2520 MHz (2.52 GHz)",
            "Memory Clock rate: 10501 Mhz Memory Bus Width: 384-bit",
            "Total number of registers available per block: 65536",
            "Max dimension size of a grid size (x,y,z): (2147483647, 65535, 65535)",
        ),
    ),
    "cuda:h100": Said(
        f"openxla/xla 0774019d97e77dc433ce97604295f6fc0f5b3b65 {_SPECS}/h100_sxm.txtpb",
        (
            f"fpus_per_core: 128 {_GRID} memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98",
            _REGISTERS,
        ),
    ),
    "cuda:b200": Said(
        f"openxla/xla 300ec95ab85fa9f40af388054f7d43707407cb52 {_SPECS}/b200.txtpb",
        (
            f"fpus_per_core: 128 {_GRID} memory_bandwidth: 7672320000000",
            "l2_cache_size: 132644864 clock_rate_ghz: 1.965",
            _REGISTERS,
        ),
    ),
    "cuda:rtx6000pro": Said(
        f"openxla/xla 4336d12e0706168f6a382ddb231f3a83853b0657 {_SPECS}/rtx6000pro.txtpb",
        (
            f"fpus_per_core: 128 {_GRID} memory_bandwidth: 1792000000000 l2_cache_size: 134217728 clock_rate_ghz: 2.6",
            _REGISTERS,
        ),
    ),
}

_CORES = re.compile(r"(?:fpus_per_core: |CUDA Cores/MP \| |, \()(\d+)")
_CLOCK_GHZ = re.compile(r"clock_rate_ghz: ([\d.]+)")
_CLOCK_MHZ = re.compile(r"GPU Max Clock(?: rate: | \| )(\d+) MHz")
_BANDWIDTH = re.compile(r"memory_bandwidth: (\d+)")
_MEMORY = re.compile(r"Memory Clock(?: rate: | \| )(\d+) M[Hh]z [| ]*Memory Bus Width(?:: | \| )(\d+)-bit")
_BLOCK_REGISTERS = re.compile(r"(?:registers_per_block_limit: |Registers per Block \| |available per block: )(\d+)")
_BLOCKS = re.compile(
    r"(?:block_dim_limit_x: |\()(\d{6,})(?: block_dim_limit_y: |, )(\d+)(?: block_dim_limit_z: |, )(\d+)"
)


def figures_of(target: Target) -> XlaFigures:
    """Return the numbers of a GPU. One that nobody has published them of is Misuse."""
    said = _SAID.get(target.figures_of)
    if said is None:
        message = f"XLA asks for numbers of {target.name} that chipward has no source for."
        raise Misuse(message)
    text = " ".join(said.words)
    return XlaFigures(
        clock_ghz=_clock(text),
        bandwidth=_bandwidth(text),
        cores=_number(_CORES, text),
        registers_per_block=_number(_BLOCK_REGISTERS, text),
        blocks=_blocks(text),
    )


def _clock(text: str) -> float:
    found = _CLOCK_GHZ.search(text)
    return float(found[1]) if found else _number(_CLOCK_MHZ, text) / 1000


def _bandwidth(text: str) -> int:
    found = _MEMORY.search(text)
    if found is None:
        return _number(_BANDWIDTH, text)
    return _TRANSFERS_A_CLOCK * int(found[1]) * 1_000_000 * int(found[2]) // _BITS_OF_A_BYTE


def _blocks(text: str) -> tuple[int, int, int]:
    found = _BLOCKS.search(text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else (0, 0, 0)


def _number(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return int(found[1]) if found else 0
