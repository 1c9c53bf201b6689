"""Code that oneDNN generated at run time. It writes what it generates into files when asked; here they are found again.

Runs in the process that replays, which has a folder of its own as its working directory.
"""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_DUMP = re.compile(r"dnnl_dump_cpu_(?P<name>.+?)(?:\.\d+)?\.bin")
_WINDOW = 48  # bytes around a hit that must be found again


def generated_code(hits: Counter[int]) -> dict[str, Any]:
    """The kernel in which most of these addresses lie, its bytes, and the hits in it."""
    dumps = {path: path.read_bytes() for path in sorted(Path.cwd().glob("dnnl_dump_cpu_*.bin"))}
    best: tuple[int, Path, int] | None = None
    for hottest, _ in hits.most_common(1):
        for path, code in dumps.items():
            for start in _starts(code, hottest):
                inside = sum(count for address, count in hits.items() if start <= address < start + len(code))
                if best is None or inside > best[0]:
                    best = inside, path, start
    if best is None:
        return {}
    _, path, start = best
    code = dumps[path]
    match = _DUMP.fullmatch(path.name)
    found = {str(address - start): count for address, count in sorted(hits.items()) if 0 <= address - start < len(code)}
    return {"code": code.hex(), "address": 0, "hits": found, "generated": match["name"] if match else path.name}


def _starts(code: bytes, address: int) -> Iterator[int]:
    window = ctypes.string_at(address, _WINDOW)
    place = code.find(window)
    while place >= 0:
        yield address - place
        place = code.find(window, place + 1)
