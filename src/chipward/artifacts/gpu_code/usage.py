"""What a kernel takes of the chip: registers, spills, memory, threads; told by the compilers themselves.

ptxas info    : Function properties for triton_poi_fused_0
    32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 22 registers, used 1 barriers, 32 bytes cumulative stack size, 608 bytes cmem[0]

.vgpr_count:     14                     in the metadata of AMDGCN
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_PTXAS = {
    "registers": re.compile(r"Used (\d+) registers"),
    "spill stores": re.compile(r"(\d+) bytes spill stores"),
    "spill loads": re.compile(r"(\d+) bytes spill loads"),
    "stack frame": re.compile(r"(\d+) bytes stack frame"),
    "barriers": re.compile(r"used (\d+) barriers"),
    "static shared memory": re.compile(r"(\d+) bytes smem"),
    "constant bank 0": re.compile(r"(\d+) bytes cmem\[0\]"),
}
_AMDGCN = {
    "vector registers": "vgpr_count",
    "accumulation registers": "agpr_count",
    "scalar registers": "sgpr_count",
    "spilled vector registers": "vgpr_spill_count",
    "spilled scalar registers": "sgpr_spill_count",
    "scratch memory": "private_segment_fixed_size",
    "local data share": "group_segment_fixed_size",
}
_BYTES = frozenset(
    {
        *("spill stores", "spill loads", "stack frame", "static shared memory", "constant bank 0"),
        *("scratch memory", "local data share", "shared memory"),
    }
)
_OF = {
    **dict.fromkeys(("registers", "spill stores", "spill loads", "stack frame"), "per thread"),
    **dict.fromkeys(("vector registers", "accumulation registers", "spilled vector registers"), "per thread"),
    **dict.fromkeys(("scalar registers", "spilled scalar registers"), "per wave"),
    **dict.fromkeys(("shared memory", "static shared memory", "local data share", "threads", "barriers"), "per block"),
    "scratch memory": "per thread",
}


def of_ptxas(log: str, metadata: Mapping[str, Any]) -> dict[str, int]:
    """What ptxas says of the only kernel of a module. A figure that it does not name is 0 or absent."""
    found = {name: int(said[1]) for name, pattern in _PTXAS.items() if (said := pattern.search(log))}
    return found | _of_launch(metadata)


def of_amdgcn(text: str, metadata: Mapping[str, Any]) -> dict[str, int]:
    """What the metadata of AMDGCN says of its kernel."""
    said = ((name, re.search(rf"\.{key}:\s+(\d+)", text)) for name, key in _AMDGCN.items())
    return {name: int(value[1]) for name, value in said if value} | _of_launch(metadata)


def _of_launch(metadata: Mapping[str, Any]) -> dict[str, int]:
    found = {"threads": metadata["num_warps"] * metadata["warp_size"]}
    if metadata.get("shared") is not None:
        found["shared memory"] = metadata["shared"]
    if metadata.get("num_ctas", 1) != 1:
        found["blocks of a cluster"] = metadata["num_ctas"]
    return found


def told(figures: Mapping[str, int]) -> str:
    """One figure a line."""
    return "".join(f"{line}\n" for line in _lines(figures.items()))


def _lines(figures: Iterable[tuple[str, int]]) -> Iterator[str]:
    for name, value in figures:
        of = f" {_OF[name]}" if name in _OF else ""
        unit = " bytes" if name in _BYTES else ""
        yield f"{name + of:<36}{value:>8}{unit}"
