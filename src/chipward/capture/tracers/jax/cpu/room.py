"""What a worker does for the CPU: compile what the program compiled once more, prove that it is the same, tell it all.

What ran is what the program's own executable holds: its steps and its object files. What XLA tells of the way there
comes from compiling again, in a process where dumps can be asked for. That counts as executed down to the optimised HLO
if that is the same text, and for LLVM IR of a kernel if the object file that came of it is also the same.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.artifacts.xla.cpu_executable import CpuExecutable, read_cpu_executable
from chipward.artifacts.xla.metadata import IDENTICAL, same_program
from chipward.capture.tracers.jax.cpu.code import Kept, keep_code
from chipward.capture.tracers.jax.cpu.code_maps import Caller
from chipward.capture.tracers.jax.cpu.compiling import Circumstances, compile_again
from chipward.capture.tracers.jax.cpu.kernel_lines import NOT_INSTALLED, NotCompiledAgainError, kernel_lines
from chipward.capture.tracers.jax.cpu.kernels import kernels_of
from chipward.capture.tracers.jax.cpu.library_calls import FIDELITY, tell_of_libraries
from chipward.capture.tracers.jax.cpu.proof import COMPILED, EXECUTED, Proof
from chipward.capture.tracers.jax.cpu.reports import keep_costs, keep_reports
from chipward.capture.tracers.jax.cpu.steps import is_of_one, keep_steps
from chipward.capture.tracers.jax.hlo_maps import record_hlo
from chipward.capture.tracers.jax.tagged_again import tagged_hlo
from chipward.capture.tracers.jax.work import Work

PLATFORM = "cpu"
_LARGE_CODE = b".ltext"  # the section of code that may lie anywhere
_NO_EXECUTABLE = "The executable could not be serialised, so its steps and its machine code cannot be read."
_BETWEEN = "Which line of LLVM IR before LLVM's work became which line after it"
_NO_ORIGIN = (
    "XLA gives the instructions of a kernel no places for LLVM to carry along, and takes no LLVM IR back that has some."
)
_MACHINE_CODE = "The machine code of kernels"
_LINES = "The line of LLVM IR behind each x86 instruction"


def prepare(target: str) -> None:
    """See to the environment, before JAX is imported. There is no CPU to choose among."""
    del target
    os.environ["JAX_PLATFORMS"] = PLATFORM


def compile_lowered(work: Work) -> None:
    """Compile it again, and keep all that comes of it."""
    flags, devices = work.facts.get("xla_flags"), work.facts.get("devices")
    circumstances = Circumstances(
        work.handover.options(),
        devices if isinstance(devices, int) else 1,
        flags if isinstance(flags, str) else "",
    )
    with TemporaryDirectory(prefix="chipward-") as folder:
        again = compile_again(work.handover.plain(PLATFORM), circumstances, Path(folder))
    tagged = tagged_hlo(work, PLATFORM, lambda module: compile_again(module, circumstances).hlo)
    ran_hlo = work.handover.executed_hlo()
    text = ran_hlo if ran_hlo is not None else again.hlo
    hlo = record_hlo(
        work,
        text,
        tagged,
        origin=COMPILED if ran_hlo is None else EXECUTED,
        how="Told by the executable that ran" if ran_hlo is not None else "Compiled again by XLA",
    )
    ran, made = _read(work.handover.executed_executable()), _read(again.executable)
    proof = _prove(ran_hlo, again.hlo, ran, made)
    if not proof.holds:
        work.journal.finding(FIDELITY, proof.doubt, unit=work.unit)
    keep_reports(work, again.dumped, proof, hlo.artifact, hlo.module)
    keep_costs(work)
    executable = ran or made
    if executable is None:
        work.journal.missing("Thunks and machine code", _NO_EXECUTABLE, stage=work.stage("cpu"), unit=work.unit)
        return
    origin = EXECUTED if ran is not None else COMPILED
    artifact, listing = keep_steps(work, executable.thunks, hlo.artifact, hlo.module, origin)
    equations = {place: hlo.equations_of(one.instruction) for place, one in enumerate(executable.thunks)}
    tell_of_libraries(work, executable.thunks, artifact, listing, equations)
    lines = [found.line if (found := hlo.module.by_name.get(one.instruction)) else 0 for one in executable.thunks]
    caller = Caller(
        artifact,
        listing.lines,
        lambda place: is_of_one(executable.thunks[place], hlo.module),
        hlo.artifact,
        text.count("\n"),
        lines,
    )
    kernels = kernels_of(executable.objects, executable.thunks, again.dumped)
    kept = [keep_code(work, kernel, caller, proof, origin) for kernel in kernels.found]
    if kernels.refused:
        work.journal.missing(_MACHINE_CODE, kernels.refused, stage=work.stage("cpu"), selection=work.selection)
    if kept:
        work.journal.missing(_BETWEEN, _NO_ORIGIN, stage=work.stage("llvm"), selection=work.selection, always=True)
    _map_lines(work, kept, executable)


def _read(content: bytes | None) -> CpuExecutable | None:
    return None if content is None else read_cpu_executable(content)


def _prove(ran_hlo: str | None, hlo: str, ran: CpuExecutable | None, made: CpuExecutable | None) -> Proof:
    if ran_hlo is None:
        return Proof("", same_hlo=False, ran=(), again=())
    compared = same_program(ran_hlo, hlo)
    objects = [one.objects if one else () for one in (ran, made)]
    same = compared.same and compared.why == IDENTICAL  # with other names, nobody would know one kernel from another
    return Proof(compared.why, same_hlo=same, ran=objects[0], again=objects[1])


def _map_lines(work: Work, kept: list[Kept], executable: CpuExecutable) -> None:
    # Last of all: LLVM ends the process over some modules that it cannot stomach, and all else is told by then.
    refused: dict[str, str] = {}
    for one in kept:
        ir, code = one.kernel.after, one.kernel.code
        if ir is None or code is None or one.after is None or one.instructions is None:
            continue
        try:
            found = kernel_lines(ir, code.listing, executable.machine, large=_LARGE_CODE in code.content)
        except ImportError:
            work.journal.missing(_LINES, NOT_INSTALLED, stage=work.stage("cpu"), selection=work.selection)
            return
        except NotCompiledAgainError as error:
            refused[one.unit] = str(error)
            continue
        work.journal.map(one.after, one.instructions, found.edges, method=found.method, losses=found.losses)
    _tell_refused(work, refused)


def _tell_refused(work: Work, refused: Mapping[str, str]) -> None:
    for unit, why in refused.items():
        said = " ".join(why.split())
        work.journal.missing(
            _LINES, f"The LLVM of llvmlite cannot read this LLVM IR: {said}", stage=work.stage("cpu"), unit=unit
        )
