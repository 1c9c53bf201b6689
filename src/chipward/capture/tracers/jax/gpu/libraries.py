"""Steps whose code is a library's, and what a GPU that is there would decide: where the way down ends, and why."""

from collections.abc import Mapping, Sequence

from chipward.artifacts.xla.gpu_thunks import GpuThunk
from chipward.artifacts.xla.hlo import HloModule, Instruction
from chipward.artifacts.xla.metadata import without_metadata
from chipward.capture.tracers.jax.ending_equations import ending_there
from chipward.capture.tracers.jax.gpu.fidelity import FIDELITY
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.hlo_maps import Hlo
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.work import Work

MOSAIC = "Mosaic"
_CHOSEN_THERE = (
    "whose code is chosen where the GPU is: there is neither LLVM IR nor machine code of it here, so the way down ends "
    "there."
)
_OF_PALLAS = (
    "the compiler of this Pallas kernel: XLA holds its machine code within a form that is not read here, so the way "
    "down ends there. With compiler_params of jax.experimental.pallas.triton it goes on to SASS."
)
_HOW = "The instructions of the optimised HLO whose steps call a library"
_METHOD = "Each call is an instruction"

# By how the target of a custom call begins; the longest that fits counts.
_TARGETS = {
    "__cublas$lt$": "cuBLASLt",
    "__cublas$": "cuBLAS",
    "__cudnn$": "cuDNN",
    "cublas_": "cuBLAS",
    "cusolver_": "cuSOLVER",
    "cusparse_": "cuSPARSE",
    "cudnn": "cuDNN",
    "__gpu$TopK": "a kernel that XLA brings along (the largest elements)",
    "cub_": "CUB",
    "cu_threefry": "a kernel that jaxlib brings along (random numbers)",
    "__cub$": "CUB",
    "mosaic_gpu": MOSAIC,
}
_OPCODES = {
    "fft": "cuFFT",
    "triangular-solve": "cuBLAS",
    "cholesky": "cuSOLVER",
    **dict.fromkeys(
        ("all-gather-start", "all-gather", "all-reduce-start", "all-reduce", "all-to-all", "collective-broadcast"),
        "NCCL",
    ),
    **dict.fromkeys(("collective-permute-start", "collective-permute", "reduce-scatter", "ragged-all-to-all"), "NCCL"),
}


def library_of(instruction: Instruction, module: HloModule) -> str:
    """The library that an instruction calls, itself or wrapped in an asynchronous start; empty if none."""
    inside = [one for called in instruction.calls for one in module.computations.get(called, ())]
    for one in (instruction, *(inside if instruction.opcode == "async-start" else ())):
        if one.opcode in _OPCODES:
            return _OPCODES[one.opcode]
        if one.opcode == "custom-call":
            fitting = [begins for begins in _TARGETS if one.custom_call_target.startswith(begins)]
            return _TARGETS[max(fitting, key=len)] if fitting else f'"{one.custom_call_target}"'
    return ""


def tell_of_libraries(work: Work, thunks: Sequence[GpuThunk], artifact: str, hlo: Hlo, text: str) -> None:
    """Say of each library which steps call it, and which equations end there; ``text`` is the optimised HLO."""
    called: dict[str, list[GpuThunk]] = {}
    for thunk in thunks:
        instruction = hlo.module.by_name.get(thunk.instruction)
        if instruction is not None and thunk.launch is None and (library := library_of(instruction, hlo.module)):
            called.setdefault(library, []).append(thunk)
    if called:
        _keep_calls(work, called, hlo, text)
    for library, steps in called.items():
        others = f" and {len(steps) - 1} more" if len(steps) > 1 else ""
        calls = "calls" if len(steps) == 1 else "call"
        held = sorted({number for step in steps for number in hlo.equations_of(step.instruction)})
        why = _OF_PALLAS if library == MOSAIC else _CHOSEN_THERE
        text = f"%{steps[0].instruction}{others} {calls} {library}, {why}{ending_there(work, held)}"
        work.journal.finding(FIDELITY, text, unit=work.unit, evidence=(artifact, steps[0].line))


def _keep_calls(work: Work, called: Mapping[str, Sequence[GpuThunk]], hlo: Hlo, text: str) -> None:
    # The instructions that libraries compute, as a text of its own.
    lines = text.split("\n")
    told: list[str] = []
    edges: list[tuple[int, int, str]] = []
    for library, steps in called.items():
        told.append(library)
        for step in steps:
            own = hlo.module.by_name[step.instruction]
            told.append(f"  {without_metadata(lines[own.line - 1]).strip()}")
            edges.append((own.line, len(told), "exact"))
    artifact = keep(
        work,
        work.unit,
        "libraries",
        stage="gpu-libraries",
        kind="library-calls",
        title="Library calls",
        content="".join(f"{line}\n" for line in told),
        how=_HOW,
    )
    lost: list[Loss] = [
        ("from", text.count("\n") - len({edge[0] for edge in edges}), "no call of a library"),
        ("to", len(told) - len(edges), "names of libraries"),
    ]
    work.journal.map(hlo.artifact, artifact, edges, method=_METHOD, losses=[one for one in lost if one[1] > 0])


def tell_of_autotuning(work: Work, hlo: Hlo, text: str) -> None:
    """Say which kernels a GPU that is there would time, to choose among variants."""
    lines = text.split("\n")
    found = [one for one in hlo.module.instructions if _is_tuned(lines[one.line - 1], one, hlo.module)]
    if not found:
        return
    names = f"%{found[0].name}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
    work.journal.finding(
        FIDELITY,
        f"XLA times variants of {names} where there is a GPU: the sizes of its tiles, how many warps work on one, or a "
        "library in its place. Nothing can be timed here, so you see what XLA takes without: a GPU may get another.",
        unit=work.unit,
        evidence=(hlo.artifact, found[0].line),
    )


def _is_tuned(line: str, one: Instruction, module: HloModule) -> bool:
    if one.opcode == "fusion":
        return '"kind":"__triton_gemm"' in line or '"kind":"__triton_nested_gemm_fusion"' in line
    return one.opcode == "custom-call" and library_of(one, module) in ("cuDNN", "cuBLAS", "cuBLASLt")
