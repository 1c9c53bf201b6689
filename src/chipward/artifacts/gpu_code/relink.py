"""From SASS to PTX, line to line, with a proof that the instructions are those of the kernel.

ptxas follows `.loc` and forgets how code was inlined: of a `tl.sum` it knows a line of Triton's library alone. So the
PTX is assembled once more, its `.loc` directives numbering its own lines. Where all that a launch depends on comes out
the same, byte for byte, the line table of the second cubin holds for the first. The first one also has a table of
PTX lines, made by ptxas for its own use, which has to agree.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from chipward.artifacts.gpu_code.cubin import LOC_TABLE, PTX_TABLE, Cubin, Spot, line_at
from chipward.artifacts.gpu_code.ptx_statements import Line, read_lines
from chipward.artifacts.gpu_code.sass_listing import Listed
from chipward.model.lines import EdgeKind

BY_LOC = "ptxas, run again with .loc numbering the lines of PTX: the same instructions, byte for byte"
BY_TABLE = "The table of PTX lines that ptxas keeps in the cubin (.nv_debug_line_sass)"
SET_UP = "set up by ptxas for the whole function"
PADDING = "padding behind the end of the function"
UNTOLD = "ptxas names no line of PTX"

_HASH = 16  # digits of it that are shown


class From(NamedTuple):
    """The line of PTX that an instruction is from."""

    line: int
    kind: EdgeKind


@dataclass(frozen=True)
class Relink:
    """The way from SASS to PTX."""

    origins: Mapping[Spot, From]
    lost: Mapping[Spot, str]  # instructions without a line of PTX, and why
    is_proven: bool  # the instructions of both cubins are the same
    agreed: int  # instructions of which both tables name the same line

    @property
    def method(self) -> str:
        """How it is known."""
        return BY_LOC if self.is_proven else BY_TABLE


def relink(ptx: str, first: Cubin, second: Cubin | None, listed: Listed) -> Relink:
    """Find for each instruction of a listing the line of PTX that it is from."""
    read = enumerate(read_lines(ptx.split("\n")), start=1)
    begun = {number for number, (_, what) in read if what is Line.BEGINS}
    proven = second is not None and first.what_runs == second.what_runs
    own = dict(_lines_of(first, PTX_TABLE, listed.spots))
    by_loc = dict(_lines_of(second, LOC_TABLE, listed.spots)) if second and proven else own
    origins: dict[Spot, From] = {}
    lost: dict[Spot, str] = {}
    agreed = 0
    for spot in listed.spots:
        line = by_loc.get(spot)
        agreed += line is not None and line == own.get(spot)
        if spot in listed.padding:
            lost[spot] = PADDING
        elif line is None:
            lost[spot] = UNTOLD
        elif spot in own and own[spot] not in begun:
            lost[spot] = SET_UP  # its own table names the bracket that opens the function
        else:
            is_sure = own.get(spot, line) == line
            origins[spot] = From(line, EdgeKind.EXACT if is_sure else EdgeKind.INFERRED)
    return Relink(origins, lost, proven, agreed)


def proof(relinked: Relink, first: Cubin, second: Cubin, command: tuple[str, ...]) -> str:
    """Tell what was compared, for a reader who wants to do it again."""
    count = len(relinked.origins) + len(relinked.lost)
    kinds = Counter(origin.kind for origin in relinked.origins.values())
    verdict = "the same" if relinked.is_proven else "not the same"
    used = BY_LOC if relinked.is_proven else f"{BY_TABLE}, since the second cubin is of other instructions"
    told = [
        "The PTX is assembled a second time, with a .loc of its own line before each instruction:",
        f"  {' '.join(command)}",
        "",
        f"What a launch depends on is {verdict} in both cubins:",
        *_compared(first.what_runs, second.what_runs),
        "",
        f"Instructions: {count}",
        f"  from a line of PTX: {len(relinked.origins)}",
        *(f"    {kind}: {kinds[kind]}" for kind in EdgeKind if kinds[kind]),
        *(f"  {why}: {number}" for why, number in sorted(Counter(relinked.lost.values()).items())),
        f"  both line tables name the same line: {relinked.agreed}",
        "",
        f"The map from SASS to PTX is made by: {used}.",
    ]
    return "".join(f"{line}\n" for line in told)


def _lines_of(cubin: Cubin, table: str, spots: Mapping[Spot, int]) -> Iterator[tuple[Spot, int]]:
    begins = cubin.lines(table)
    addresses: dict[str, list[int]] = {}
    for spot in spots:
        addresses.setdefault(spot.function, []).append(spot.address)
    for function, found in addresses.items():
        for address, line in zip(found, line_at(begins, function, found), strict=True):
            if line is not None:
                yield Spot(function, address), line


def _compared(first: Mapping[str, bytes], second: Mapping[str, bytes]) -> Iterator[str]:
    names = sorted(first.keys() | second.keys())
    width = max(map(len, names), default=0)
    for name in names:
        one, other = first.get(name), second.get(name)
        size = f"{len(one if one is not None else other or b''):7d} bytes"
        if one == other:
            yield f"  {name:<{width}} {size}  sha256 {_hash(one)} in both"
        else:
            yield f"  {name:<{width}} {size}  sha256 {_hash(one)} and {_hash(other)}"


def _hash(content: bytes | None) -> str:
    return "of nothing" if content is None else sha256(content).hexdigest()[:_HASH]
