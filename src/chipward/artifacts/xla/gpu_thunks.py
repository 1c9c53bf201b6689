"""The thunks of a program for a GPU, as XLA writes them down: which kernels are launched, and how large.

The sequence has one thunk a line, and those that a thunk runs further in:

    000: kCommandBuffer [source | sink]
        001: kCustomKernel [source | next=003 (2)] loop_pad_fusion grid: [400, 1, 1] threads: [128, 1, 1]  shared_memory: 0 bytes

Which instruction of the optimised HLO a thunk was made for stands in another file:

    thunk_metadata { thunk_info { profile_annotation: "loop_pad_fusion" thunk_id: 1 } thunk_kind: "kCustomKernel" }
"""  # noqa: E501 -- the line is as long as that

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

_THUNK = re.compile(r"(?P<indent> *)(?P<number>[0-9]{1,9}): (?P<kind>k[A-Za-z]\w*)(?P<rest>.*)$")
_TRIPLE = r"\[(\d{1,10}), (\d{1,10}), (\d{1,10})\]"
_GRID = " grid: "
_LAUNCH = re.compile(rf"{_GRID}{_TRIPLE} threads: {_TRIPLE}\s{{1,9}}shared_memory: (\d{{1,10}}) bytes")
_METADATA = re.compile(
    r'(?P<key>profile_annotation|thunk_id|thunk_kind): (?:"(?P<text>[^"\n]*)"|(?P<number>[0-9]{1,9}))'
)
_RUN_OTHERS = frozenset({"kCommandBuffer", "kConditional", "kSequential", "kWhile"})

Size = tuple[int, int, int]


class Launch(NamedTuple):
    """A kernel as it is launched."""

    kernel: str
    grid: Size  # blocks
    block: Size  # threads
    shared_memory: int  # bytes that are asked for at the launch


@dataclass(frozen=True)
class GpuThunk:
    """One step."""

    line: int  # of the listing
    kind: str  # kCustomKernel, kCublasLtMatmul
    instruction: str  # of the optimised HLO; empty where XLA names none
    launch: Launch | None

    @property
    def runs_others(self) -> bool:
        """Whether thunks of its own stand further in."""
        return self.kind in _RUN_OTHERS


class GpuThunks(NamedTuple):
    """The steps, and a listing with one of them a line."""

    listing: str
    thunks: tuple[GpuThunk, ...]


def read_gpu_thunks(sequence: str, metadata: str) -> GpuThunks:
    """Read both files. The listing is the sequence, each line with the instruction that XLA made the thunk for."""
    instructions = _instructions(metadata)
    lines: list[str] = []
    thunks: list[GpuThunk] = []
    for line in filter(None, map(str.rstrip, sequence.split("\n"))):
        found = _THUNK.match(line)
        instruction = instructions.get((int(found["number"]), found["kind"]), "") if found else ""
        lines.append(f"{line}  %{instruction}" if instruction else line)
        if found:
            thunks.append(GpuThunk(len(lines), found["kind"], instruction, _launch(found["rest"])))
    return GpuThunks("".join(f"{line}\n" for line in lines), tuple(thunks))


def _launch(rest: str) -> Launch | None:
    place = rest.find(_GRID)
    found = _LAUNCH.match(rest, place) if place > 0 else None
    if found is None:
        return None
    x, y, z, across, down, deep, shared = map(int, found.groups())
    return Launch(rest[:place].rpartition(" ")[2], (x, y, z), (across, down, deep), shared)


def _instructions(metadata: str) -> Mapping[tuple[int, str], str]:
    found: dict[tuple[int, str], str] = {}
    for number, kind, instruction in _said(metadata):
        if instruction:
            found.setdefault((number, kind), instruction)
    return found


def _said(metadata: str) -> Iterator[tuple[int, str, str]]:
    for block in metadata.split("thunk_metadata {")[1:]:
        said = {
            one["key"]: one["text"] if one["text"] is not None else one["number"] for one in _METADATA.finditer(block)
        }
        yield int(said.get("thunk_id", "0") or 0), said.get("thunk_kind", ""), said.get("profile_annotation", "")
