"""Maps each text of a kernel to the next, once XLA has made the kernel again with numbered lines."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from chipward.artifacts.gpu_code.cubin import Cubin, Spot
from chipward.artifacts.gpu_code.joins import Joined, from_source, same_location
from chipward.artifacts.gpu_code.places import count_lines
from chipward.artifacts.gpu_code.ptx import ptx_instructions
from chipward.artifacts.gpu_code.relink import From
from chipward.artifacts.gpu_code.sass_listing import Listed
from chipward.artifacts.xla.numbered_llvm import NUMBERED
from chipward.capture.tracers.jax.gpu.code import Kept
from chipward.capture.tracers.jax.gpu.kernel_lines import METHOD, KernelLines, kernel_lines
from chipward.capture.tracers.jax.gpu.line_proof import proof
from chipward.capture.tracers.jax.gpu.recompiling import Again
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.work import Work

_BY_PLACE = f"{METHOD}; both texts name the same line of the LLVM IR before LLVM's work"
_OTHER = (
    "XLA made other {} of it when each line of its LLVM IR had a number, so what that says of lines does not hold for "
    "the kernel."
)
_HEADINGS = "headings, labels and blank lines"

Loss = tuple[Literal["from", "to"], int, str]


def map_lines(work: Work, kept: Kept, again: Again) -> None:
    """Map LLVM IR to PTX and PTX to SASS, and keep the proof. What was not the same is missing, and why."""
    kernel, names = kept.kernel, kept.artifacts
    if kernel.before is None or kernel.ptx is None or kernel.cubin is None or kept.listed is None:
        return
    first = Cubin(kernel.cubin)
    lines = kernel_lines(kernel.after, kernel.ptx, first, kept.listed, again)
    count = count_lines(kernel.before)
    for name, places in (("llir-after", lines.after), ("ptx", lines.ptx)):
        if places is not None and name in names:
            _map(work, names["llir-before"], names[name], from_source(NUMBERED, count, places), METHOD)
    if lines.after is not None and lines.ptx is not None and "llir-after" in names:
        _map(work, names["llir-after"], names["ptx"], same_location(lines.after, lines.ptx), _BY_PLACE)
    if lines.sass:
        edges = [(origin.line, kept.listed.spots[spot], origin.kind.value) for spot, origin in lines.sass.items()]
        losses = list(_losses(kernel.ptx, lines.sass, lines.lost, kept.listed))
        work.journal.map(names["ptx"], names["sass"], edges, method=METHOD, losses=losses)
    _tell_of_others(work, kept, lines)
    keep(
        work,
        kept.unit,
        "relink",
        stage="cuda",
        kind="relink-proof",
        title="Proof that the lines of PTX and SASS are right",
        content=proof(lines, first, Cubin(again.cubin), kept.listed),
        how="Compared with what XLA makes of the same LLVM IR when the place of each instruction is its line",
        made_from=names["cubin"],
    )


def _tell_of_others(work: Work, kept: Kept, lines: KernelLines) -> None:
    for what, stage, holds in (
        ("optimised LLVM IR", "llvm", lines.after is not None),
        ("PTX", "ptx", lines.ptx is not None),
        ("machine code", "cuda", bool(lines.sass)),
    ):
        if not holds:
            work.journal.missing(
                f"The line of LLVM IR behind each line of the {what}",
                _OTHER.format(what),
                stage=work.stage(stage),
                unit=kept.unit,
            )


def _map(work: Work, start: str, end: str, joined: Joined, method: str) -> None:
    edges = [(edge.start, edge.end, edge.kind.value) for edge in joined.line_map]
    losses = [(loss.side, loss.lines, loss.why) for loss in joined.losses]
    work.journal.map(start, end, edges, method=method, losses=losses)


def _losses(ptx: str, origins: Mapping[Spot, From], lost: Mapping[Spot, str], listed: Listed) -> Iterator[Loss]:
    used = {origin.line for origin in origins.values()}
    items = {one.line for one in ptx_instructions(ptx)}
    yield from (loss for loss in _all_losses(ptx, used, items, lost, listed, len(origins)) if loss[1] > 0)


def _all_losses(  # noqa: PLR0913, PLR0917 -- what both texts hold, and what of it has an edge
    ptx: str, used: set[int], items: set[int], lost: Mapping[Spot, str], listed: Listed, mapped: int
) -> Iterator[Loss]:
    yield "from", len(items - used), "instructions that the assembler merged with others or left out"
    yield "from", count_lines(ptx) - len(items | used), "no instructions"
    for why, count in sorted(Counter(lost.values()).items()):
        yield "to", count, why
    yield "to", count_lines(listed.text) - mapped - len(lost), _HEADINGS
