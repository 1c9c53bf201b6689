"""The code of each kernel: LLVM IR before and after LLVM's work, the object file, its instructions, and their maps."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.capture.tracers.jax.cpu.kernels import Kernel
from chipward.capture.tracers.jax.cpu.proof import COMPILED, EXECUTED, Proof
from chipward.capture.tracers.jax.work import Work

_BY_SYMBOL = (
    "The step calls the function by its symbol; XLA keeps no finer origin within a kernel of several instructions"
)
_LISTED = "Disassembled from the object file; what the loader fills in is told as a comment"
_WITHIN_RAN = "Taken out of the executable that ran"
_WITHIN_AGAIN = "Taken out of the executable that XLA made of the same StableHLO again"

Edge = tuple[int, int, str]


@dataclass(frozen=True)
class Kept:
    """The artifacts of a kernel."""

    kernel: Kernel
    unit: str
    after: str | None  # its optimised LLVM IR
    instructions: str


@dataclass(frozen=True)
class Caller:
    """The steps of a program: their artifact, their lines, and which of them compute a single instruction."""

    artifact: str
    lines: Sequence[int]
    is_of_one: Callable[[int], bool]


def keep_code(work: Work, kernel: Kernel, caller: Caller, proof: Proof, origin: str) -> Kept:
    """Keep what belongs to a kernel, and map the steps to it. `origin` is that of the object file."""
    unit = work.journal.unit(
        f"{work.unit}-k-{kernel.symbol}", name=kernel.symbol, kind="kernel", parent=work.unit, selection=work.selection
    )
    texts = [
        (name, title, text)
        for name, title, text in (
            ("llir-before", "LLVM IR before LLVM's work", kernel.before),
            ("llir-after", "LLVM IR after LLVM's work", kernel.after),
        )
        if text is not None
    ]
    kept: dict[str, str] = {}
    for name, title, text in texts:
        kept[name] = work.journal.artifact(
            unit,
            name,
            stage=work.stage("llvm"),
            kind="llvm-ir",
            title=title,
            content=text,
            how=proof.how_kernel(kernel.code),
            origin=EXECUTED if origin == EXECUTED and proof.holds_for(kernel.code) else COMPILED,
        )
        lines = {function.name: function.lines for function in functions_of(text)}
        internal = [line for function in functions_of(text) if function.is_internal for line in function.lines]
        reached = {name: (*lines.get(name, ()), *internal) for name in kernel.steps}
        _map(work, caller, kernel, reached, kept[name], text.count("\n") + 1)
    code = work.journal.artifact(
        unit,
        "object",
        stage=work.stage("cpu"),
        kind="object-code",
        title="Object file",
        content=kernel.code,
        how=_WITHIN_RAN if origin == EXECUTED else _WITHIN_AGAIN,
        origin=origin,
    )
    instructions = work.journal.artifact(
        unit,
        "asm",
        stage=work.stage("cpu"),
        kind="asm-x86",
        title="Instructions",
        content=kernel.listing.text,
        how=_LISTED,
        origin=origin,
        made_from=code,
    )
    listed = {function.name: tuple(one.line for one in function.code) for function in kernel.listing.functions}
    _map(work, caller, kernel, listed, instructions, kernel.listing.lines)
    return Kept(kernel, unit, kept.get("llir-after"), instructions)


def _map(  # noqa: PLR0913, PLR0917 -- both ends of a map, and what joins them
    work: Work,
    caller: Caller,
    kernel: Kernel,
    lines: dict[str, tuple[int, ...]],
    end: str,
    count: int,
) -> None:
    edges = list(_edges(caller, kernel, lines))
    if not edges:
        return
    rest = count - len({edge[1] for edge in edges})
    losses = [("to", rest, "headings, blank lines, declarations, and functions that no step calls")] if rest > 0 else []
    elsewhere = len(caller.lines) - len({edge[0] for edge in edges})
    if elsewhere > 0:
        losses.append(("from", elsewhere, "steps that call other kernels, or code of a library"))
    work.journal.map(caller.artifact, end, edges, method=_BY_SYMBOL, losses=losses)


def _edges(caller: Caller, kernel: Kernel, lines: dict[str, tuple[int, ...]]) -> Iterator[Edge]:
    for name, steps in kernel.steps.items():
        for step in steps:
            kind = "exact" if len(steps) == 1 and caller.is_of_one(step) else "unit"
            yield from ((caller.lines[step], line, kind) for line in lines.get(name, ()))
