"""The code of each kernel: LLVM IR before and after LLVM's work, the object file, and its instructions."""

from collections.abc import Mapping
from dataclasses import dataclass

from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.capture.tracers.jax.cpu.code_maps import Caller, CodeText, map_from_hlo, map_from_steps
from chipward.capture.tracers.jax.cpu.kernels import Kernel
from chipward.capture.tracers.jax.cpu.proof import COMPILED, EXECUTED, Proof
from chipward.capture.tracers.jax.work import Work

BEFORE, AFTER = "llir-before", "llir-after"

_TITLES = {BEFORE: "LLVM IR before LLVM's work", AFTER: "LLVM IR after LLVM's work"}
_LISTED = "Disassembled from the object file; what the loader fills in is told as a comment"
_FROM = {
    EXECUTED: "Taken out of the executable that ran",
    COMPILED: "Taken out of the executable that XLA made of the same StableHLO again",
}


@dataclass(frozen=True)
class Kept:
    """The artifacts of a kernel that its lines are mapped between."""

    kernel: Kernel
    unit: str
    after: str | None  # its optimised LLVM IR
    instructions: str | None


def keep_code(work: Work, kernel: Kernel, caller: Caller, proof: Proof, origin: str) -> Kept:
    """Keep what belongs to a kernel, and map its callers to it. `origin` is that of the object file."""
    unit = work.journal.unit(
        f"{work.unit}-k-{kernel.symbol}", name=kernel.symbol, kind="kernel", parent=work.unit, selection=work.selection
    )
    texts = {BEFORE: kernel.before, AFTER: kernel.after}
    content = kernel.code.content if kernel.code else b""
    origin_of_ir = EXECUTED if proof.holds_for(content) else COMPILED
    kept: dict[str, str] = {}
    for name, text in texts.items():
        if text is None:
            continue
        kept[name] = work.journal.artifact(
            unit,
            name,
            stage=work.stage("llvm"),
            kind="llvm-ir",
            title=_TITLES[name],
            content=text,
            how=proof.how_kernel(content),
            origin=origin_of_ir,
        )
        map_from_steps(work.journal, caller, kernel, _code_of_ir(kernel, kept[name], text))
    return Kept(kernel, unit, kept.get(AFTER), _keep_machine_code(work, kernel, caller, unit, origin))


def _keep_machine_code(work: Work, kernel: Kernel, caller: Caller, unit: str, origin: str) -> str | None:
    if kernel.code is None:
        return None
    listing = kernel.code.listing
    code = work.journal.artifact(
        unit,
        "object",
        stage=work.stage("cpu"),
        kind="object-code",
        title="Object file",
        content=kernel.code.content,
        how=_FROM[origin],
        origin=origin,
        text=False,
    )
    instructions = work.journal.artifact(
        unit,
        "asm",
        stage=work.stage("cpu"),
        kind="asm-x86",
        title="Instructions",
        content=listing.text,
        how=_LISTED,
        origin=origin,
        made_from=code,
    )
    lines = {function.name: tuple(one.line for one in function.code) for function in listing.functions}
    text = CodeText(instructions, lines, listing.lines)
    map_from_steps(work.journal, caller, kernel, text)
    map_from_hlo(work.journal, caller, kernel, text)
    return instructions


def _code_of_ir(kernel: Kernel, artifact: str, text: str) -> CodeText:
    # What a kernel is made of before it is inlined are functions that only it sees.
    found = functions_of(text)
    inner = [line for function in found if function.is_internal for line in function.lines]
    lines: Mapping[str, tuple[int, ...]] = {
        function.name: (*function.lines, *inner) for function in found if function.name in kernel.steps
    }
    return CodeText(artifact, lines, text.count("\n"))
