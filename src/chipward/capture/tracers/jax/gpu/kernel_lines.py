"""Which lines of LLVM IR became which lines of PTX and SASS, and how it is known.

XLA makes a kernel again from LLVM IR that numbers its own lines. PTX and machine code that come of it name these lines;
where they hold the same instructions as the first, what they say of them holds for the first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.gpu_code.again import Instruction
from chipward.artifacts.gpu_code.cubin import LOC_TABLE, Cubin, Spot, line_at
from chipward.artifacts.gpu_code.places import Located, count_lines
from chipward.artifacts.gpu_code.ptx import ptx_instructions, ptx_lines
from chipward.artifacts.gpu_code.relink import From, relink
from chipward.artifacts.gpu_code.sass_listing import Listed
from chipward.capture.tracers.jax.gpu.recompiling import Again
from chipward.model.lines import EdgeKind

METHOD = (
    "XLA made the kernel again from LLVM IR that numbers its own lines: the same instructions came out, and each names "
    "its line"
)
_COMPARED = (".text.", ".nv.constant", ".nv.shared.")  # sections that hold code and what it works on


@dataclass(frozen=True)
class KernelLines:
    """The lines of LLVM IR that PTX names, and the lines of PTX behind the instructions of SASS."""

    ptx: Located | None  # None if other instructions came out
    sass: Mapping[Spot, From]  # empty if other machine code came out
    lost: Mapping[Spot, str]  # instructions of SASS without a line, and why
    agreed: int  # instructions of SASS whose line of PTX names the line of IR that they name themselves


def kernel_lines(ptx: str, first: Cubin, listed: Listed, again: Again) -> KernelLines:
    """Compare a kernel with what XLA made again, and take over what that says of lines.

    Args:
        ptx: its PTX.
        first: its machine code.
        listed: the listing of that.
        again: what XLA made of its IR with numbered lines.
    """
    second = Cubin(again.cubin)
    ptx_places = places_of_ptx(ptx, again.ptx)
    found = relink(again.ptx, second, None, listed)
    if ptx_places is None or compared_sections(first) != compared_sections(second):
        return KernelLines(ptx_places, {}, {}, 0)
    by_ir = dict(_own_lines(second, listed))
    named = ptx_lines(again.ptx).chains
    line_of = _paired(ptx_instructions(ptx), ptx_instructions(again.ptx))
    sass: dict[Spot, From] = {}
    agreed = 0
    for spot, origin in found.origins.items():
        told = {chain[0].line for chain in named.get(origin.line, ())}
        agrees = by_ir.get(spot) in told
        agreed += agrees
        if origin.line in line_of:
            sass[spot] = From(line_of[origin.line], EdgeKind.EXACT if agrees or not told else EdgeKind.INFERRED)
    return KernelLines(ptx_places, sass, found.lost, agreed)


def compared_sections(cubin: Cubin) -> Mapping[str, bytes]:
    """What has to be the same in both cubins. The rest names symbols by numbers, which debug information moves."""
    return {name: content for name, content in cubin.what_runs.items() if name.startswith(_COMPARED)}


def places_of_ptx(ptx: str, again: str) -> Located | None:
    """What PTX that was made again says of its instructions, said of those of the first; None if they are others."""
    ours, theirs = ptx_instructions(ptx), ptx_instructions(again)
    if [one.text for one in ours] != [one.text for one in theirs]:
        return None
    places, line_of = ptx_lines(again), _paired(ours, theirs)
    return Located(
        count_lines(ptx),
        {line_of[line]: chains for line, chains in places.chains.items() if line in line_of},
        {line_of[line]: why for line, why in places.silent.items() if line in line_of},
    )


def _paired(ours: Sequence[Instruction], theirs: Sequence[Instruction]) -> Mapping[int, int]:
    return {second.line: first.line for first, second in zip(ours, theirs, strict=True)}


def _own_lines(cubin: Cubin, listed: Listed) -> Iterator[tuple[Spot, int]]:
    begins = cubin.lines(LOC_TABLE)
    addresses: dict[str, list[int]] = {}
    for spot in listed.spots:
        addresses.setdefault(spot.function, []).append(spot.address)
    for function, places in addresses.items():
        for address, line in zip(places, line_at(begins, function, places), strict=True):
            if line is not None:
                yield Spot(function, address), line
