"""The code of each kernel: LLVM IR before and after LLVM's work, PTX, cubin, SASS, what it takes of the chip."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chipward.artifacts.gpu_code import usage
from chipward.artifacts.gpu_code.cubin_usage import usage_of
from chipward.artifacts.gpu_code.mlir import is_operation
from chipward.artifacts.gpu_code.ptx import ptx_instructions
from chipward.artifacts.gpu_code.sass_listing import Listed, listing
from chipward.artifacts.xla.gpu_thunks import GpuThunk
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.capture.nvidia_tools import DISASSEMBLE, disassemble, version_of
from chipward.capture.tracers.jax.gpu.kernels import Kernel
from chipward.capture.tracers.jax.gpu.needs import no_tool, tool
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.work import Work

_BY_SYMBOL = (
    "The step launches the kernel by its symbol; XLA keeps no finer origin within a kernel of several instructions"
)
_REST = "headings, labels, directives, blank lines, declarations and metadata"
_ELSEWHERE = "steps that launch other kernels, call a library or move data"
_DISASSEMBLER = "nvdisasm"
_NO_SASS = "The SASS of {}"

Edge = tuple[int, int, str]
Loss = tuple[Literal["from", "to"], int, str]


@dataclass(frozen=True)
class Caller:
    """The steps of a program: their artifact, how many they are, and which of them compute a single instruction."""

    artifact: str
    count: int
    headings: int  # lines of the artifact that are no steps
    is_of_one: Callable[[GpuThunk], bool]


@dataclass(frozen=True)
class Kept:
    """The artifacts of a kernel, by their names; and the listing of its machine code."""

    kernel: Kernel
    unit: str
    artifacts: Mapping[str, str]
    listed: Listed | None


def keep_code(work: Work, kernel: Kernel, caller: Caller) -> Kept:
    """Keep what belongs to a kernel, and map the steps to it. What XLA did not hand over is missing."""
    unit = work.journal.unit(
        f"{work.unit}-k-{kernel.instruction}",
        name=kernel.symbol,
        kind="kernel",
        parent=work.unit,
        selection=work.selection,
    )
    kept: dict[str, str] = {}
    if kernel.triton is not None:
        kept["ttir"] = keep(
            work,
            unit,
            "ttir",
            stage="triton",
            kind="ttir",
            title="Triton IR",
            content=kernel.triton,
            how="Written down by XLA, which has Triton make this kernel",
        )
        code = [number for number, line in enumerate(kernel.triton.split("\n"), start=1) if is_operation(line)]
        _map(work, caller, kernel, kept["ttir"], code, kernel.triton)
    for name, title, text in (
        ("llir-before", "LLVM IR before LLVM's work", kernel.before),
        ("llir-after", "LLVM IR after LLVM's work", kernel.after),
    ):
        if text is not None:
            kept[name] = keep(
                work, unit, name, stage="llvm", kind="llvm-ir", title=title, content=text, how="Written down by XLA"
            )
            code = [line for function in functions_of(text) for line in function.lines]
            _map(work, caller, kernel, kept[name], code, text)
    if kernel.ptx is not None:
        kept["ptx"] = keep(
            work, unit, "ptx", stage="ptx", kind="ptx", title="PTX", content=kernel.ptx, how="Written down by XLA"
        )
        _map(work, caller, kernel, kept["ptx"], [one.line for one in ptx_instructions(kernel.ptx)], kernel.ptx)
    for what, name, is_there in (
        ("The LLVM IR", "llvm", kernel.before and kernel.after),
        ("The PTX", "ptx", kernel.ptx),
        ("The machine code", "cuda", kernel.cubin),
    ):
        if not is_there:
            _missing(work, f"{what} of {kernel.symbol}", "XLA did not hand it over.", name, unit)
    listed = _keep_machine_code(work, kernel, unit, kept, caller) if kernel.cubin is not None else None
    _keep_usage(work, kernel, unit)
    return Kept(kernel, unit, kept, listed)


def _keep_machine_code(work: Work, kernel: Kernel, unit: str, kept: dict[str, str], caller: Caller) -> Listed | None:
    cubin = kernel.cubin or b""
    kept["cubin"] = keep(
        work,
        unit,
        "cubin",
        stage="cuda",
        kind="cubin",
        title="cubin",
        content=cubin,
        how="Taken out of the executable that XLA made",
    )
    found = tool(_DISASSEMBLER)
    if found is None:
        _missing(work, _NO_SASS.format(kernel.symbol), no_tool(), "cuda", unit)
        return None
    try:
        listed = listing(disassemble(found, cubin), {})
    except (OSError, RuntimeError) as error:
        _missing(work, _NO_SASS.format(kernel.symbol), str(error), "cuda", unit)
        return None
    kept["sass"] = keep(
        work,
        unit,
        "sass",
        stage="cuda",
        kind="sass",
        title="SASS",
        content=listed.text,
        how="Disassembled from the cubin; directives for the assembler are left out",
        command=DISASSEMBLE,
        versions=[version_of(found)],
        made_from=kept["cubin"],
    )
    _map(work, caller, kernel, kept["sass"], list(listed.spots.values()), listed.text)
    return listed


def _keep_usage(work: Work, kernel: Kernel, unit: str) -> None:
    launch = next(step.launch for step in kernel.steps if step.launch is not None)
    threads, blocks = _product(launch.block), {_product(step.launch.grid) for step in kernel.steps if step.launch}
    figures = usage_of(kernel.cubin, kernel.symbol) if kernel.cubin is not None else {}
    figures |= {"threads": threads, "shared memory": launch.shared_memory + figures.get("static shared memory", 0)}
    if len(blocks) == 1:
        figures["blocks of a launch"] = blocks.pop()
    keep(
        work,
        unit,
        "usage",
        stage="cuda",
        kind="resource-usage",
        title="Registers, memory and threads",
        content=usage.told(figures),
        how="Told by the cubin, and by the step that launches it",
    )


def _product(sizes: Sequence[int]) -> int:
    x, y, z = sizes
    return x * y * z


def _map(  # noqa: PLR0913, PLR0917 -- both ends of a map, and what joins them
    work: Work, caller: Caller, kernel: Kernel, end: str, code: Sequence[int], text: str
) -> None:
    edges = list(_edges(caller, kernel, code))
    if not edges:
        return
    rest = text.count("\n") + (not text.endswith("\n")) - len(set(code))
    elsewhere = caller.count - len(kernel.steps)
    losses: list[Loss] = [
        ("to", rest, _REST),
        ("from", elsewhere, _ELSEWHERE),
        ("from", caller.headings, "headings of loops and branches"),
    ]
    work.journal.map(caller.artifact, end, edges, method=_BY_SYMBOL, losses=[loss for loss in losses if loss[1] > 0])


def _edges(caller: Caller, kernel: Kernel, code: Sequence[int]) -> Iterator[Edge]:
    for step in kernel.steps:
        kind = "exact" if len(kernel.steps) == 1 and caller.is_of_one(step) else "unit"
        yield from ((step.line, line, kind) for line in code)


def _missing(work: Work, what: str, why: str, stage: str, unit: str) -> None:
    work.journal.missing(what, why, stage=work.stage(stage), unit=unit)
