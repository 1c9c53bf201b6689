"""Maps each text of a kernel to the next, once XLA has made the kernel again with numbered lines."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from chipward.artifacts.gpu_code.cubin import Cubin, Spot
from chipward.artifacts.gpu_code.joins import Joined, from_source
from chipward.artifacts.gpu_code.places import Located, count_lines
from chipward.artifacts.gpu_code.ptx import ptx_instructions
from chipward.artifacts.gpu_code.relink import From
from chipward.artifacts.gpu_code.sass_listing import Listed
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.artifacts.xla.numbered_llvm import NUMBERED
from chipward.capture.tracers.jax.gpu.code import Kept
from chipward.capture.tracers.jax.gpu.kernel_lines import METHOD, KernelLines, kernel_lines, places_of_ptx
from chipward.capture.tracers.jax.gpu.line_proof import proof
from chipward.capture.tracers.jax.gpu.recompiling import Again
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.work import Work
from chipward.model.lines import Edge, EdgeKind, LineMap

_OPTIMISED = (
    "XLA made the kernel again from its optimised LLVM IR with numbered lines, which LLVM left as it was: the same PTX "
    "came out, and each instruction names its line"
)
_BY_PTX = "Both lines are behind the same instruction of PTX, each as XLA told it when it made the kernel again"
_OTHER = (
    "XLA made other {} of it when each line of its LLVM IR had a number, so what that says of lines does not hold for "
    "the kernel."
)
_CHANGED = (
    "LLVM optimises its own optimised IR further, and other PTX comes out, so what that says of lines does not hold "
    "for the kernel."
)
_HEADINGS = "headings, labels and blank lines"

Loss = tuple[Literal["from", "to"], int, str]


def map_lines(work: Work, kept: Kept, again: Again) -> Located | None:
    """Map LLVM IR to PTX and PTX to SASS, and keep the proof. What was not the same is missing, and why.

    Returns the lines of LLVM IR that PTX names, if they hold.
    """
    kernel, names = kept.kernel, kept.artifacts
    if kernel.before is None or kernel.ptx is None or kernel.cubin is None or kept.listed is None:
        return None
    first = Cubin(kernel.cubin)
    lines = kernel_lines(kernel.ptx, first, kept.listed, again)
    if lines.ptx is not None:
        _map(work, names["llir-before"], names["ptx"], from_source(NUMBERED, count_lines(kernel.before), lines.ptx))
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
    return lines.ptx


def map_optimised(work: Work, kept: Kept, again: Again | None, before: Located) -> None:
    """Map the optimised LLVM IR, to PTX and from the IR as XLA wrote it. What was not the same is missing, and why.

    Args:
        work: what is compiled.
        kept: the kernel.
        again: what XLA made of its optimised IR with numbered lines.
        before: the lines of its IR before LLVM's work that PTX names.
    """
    kernel, names = kept.kernel, kept.artifacts
    if kernel.before is None or kernel.after is None or kernel.ptx is None:
        return
    after = places_of_ptx(kernel.ptx, again.ptx) if again is not None else None
    if after is None:
        work.journal.missing(
            "The line of the optimised LLVM IR behind each line of PTX",
            _CHANGED,
            stage=work.stage("llvm"),
            unit=kept.unit,
        )
        return
    count = count_lines(kernel.after)
    _map(work, names["llir-after"], names["ptx"], from_source(NUMBERED, count, after), _OPTIMISED)
    edges = LineMap.of(
        Edge(first[0].line, second[0].line, EdgeKind.INFERRED)
        for line, chains in before.chains.items()
        for first in chains
        for second in after.chains.get(line, ())
    )
    losses = [
        *_unjoined("from", count_lines(kernel.before), edges.starts, kernel.before),
        *_unjoined("to", count, edges.ends, kernel.after),
    ]
    told = [(edge.start, edge.end, edge.kind.value) for edge in edges]
    work.journal.map(names["llir-before"], names["llir-after"], told, method=_BY_PTX, losses=losses)


def _unjoined(side: Literal["from", "to"], count: int, joined: frozenset[int], text: str) -> Iterator[Loss]:
    code = {line for function in functions_of(text) for line in (function.heading, *function.lines)}
    for lines, why in (
        (len(code - joined), "no instruction of PTX that names both texts is made of them"),
        (count - len(code | joined), "labels, declarations, metadata and blank lines"),
    ):
        if lines > 0:
            yield side, lines, why


def _tell_of_others(work: Work, kept: Kept, lines: KernelLines) -> None:
    for what, stage, holds in (
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


def _map(work: Work, start: str, end: str, joined: Joined, method: str = METHOD) -> None:
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
