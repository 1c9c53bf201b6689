"""The room of an NVIDIA GPU that is not here: what the program lowered for CUDA is compiled down to machine code."""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.artifacts.gpu_code.places import Located
from chipward.artifacts.xla.gpu_thunks import read_gpu_thunks
from chipward.artifacts.xla.stable import stable_hlo
from chipward.capture.tracers.jax.gpu.code import Caller, Kept, keep_code
from chipward.capture.tracers.jax.gpu.compiling import Compiled, compile_for, one_device
from chipward.capture.tracers.jax.gpu.fidelity import tell_fidelity
from chipward.capture.tracers.jax.gpu.kernels import kernels_of
from chipward.capture.tracers.jax.gpu.libraries import tell_of_autotuning, tell_of_libraries
from chipward.capture.tracers.jax.gpu.line_maps import map_lines, map_optimised
from chipward.capture.tracers.jax.gpu.needs import lacking, mosaic_runtime, no_libdevice
from chipward.capture.tracers.jax.gpu.recompiling import PROGRAM, Recompiler
from chipward.capture.tracers.jax.gpu.reports import keep_reports
from chipward.capture.tracers.jax.gpu.steps import is_of_one, keep_steps
from chipward.capture.tracers.jax.gpu.writing import COMPILED, how_for
from chipward.capture.tracers.jax.hlo_maps import record_hlo
from chipward.capture.tracers.jax.tagged_again import tagged_hlo
from chipward.capture.tracers.jax.work import Work

PLATFORM = "cuda"
_SEQUENCES = ("thunk_sequence_after_thunk_passes.txt", "thunk_sequence.txt")  # what versions write, the better first
_METADATA = "thunk_metadata.txt"
_NO_STEPS = "This version of XLA did not write down which kernels it launches."
_LINES = "The line of LLVM IR behind each instruction of {}"
_NOT_TAKEN = "XLA did not take its LLVM IR from a file when it was asked to."
_WHAT = "What XLA makes of {} for an NVIDIA GPU"


def prepare(target: str) -> None:
    """See to the environment, before JAX is imported. No GPU is looked for, even where there is one."""
    del target
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["JAX_SKIP_CUDA_CONSTRAINTS_CHECK"] = "1"  # cuDNN and cuBLAS are not needed to compile
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if runtime := mosaic_runtime():  # XLA compiles Pallas kernels of Mosaic against it
        os.environ.setdefault("MOSAIC_GPU_RUNTIME_LIB_PATH", runtime)


def compile_lowered(work: Work) -> None:
    """Compile it, and keep all that comes of it."""
    if why := lacking():
        work.journal.missing(_WHAT.format(work.name), why, stage=work.stage("xla"), unit=work.unit)
        return
    try:
        compiled, tagged = _compile(work)
    except RuntimeError as error:  # of XLA
        if "libdevice" not in str(error):
            raise
        work.journal.missing(_WHAT.format(work.name), no_libdevice(), stage=work.stage("llvm"), unit=work.unit)
        return
    how = how_for(work, "Told by the executable that XLA made")
    hlo = record_hlo(work, compiled.hlo, tagged, origin=COMPILED, how=how)
    keep_reports(work, compiled)
    tell_fidelity(work, hlo.module)
    text = stable_hlo(compiled.hlo)
    tell_of_autotuning(work, hlo, text)
    sequence = next((compiled.dumped[name] for name in _SEQUENCES if name in compiled.dumped), None)
    if sequence is None:
        work.journal.missing("Thunks and machine code", _NO_STEPS, stage=work.stage("pjrt"), unit=work.unit)
        return
    thunks = read_gpu_thunks(sequence, compiled.dumped.get(_METADATA, ""))
    artifact = keep_steps(work, thunks, hlo)
    tell_of_libraries(work, thunks.thunks, artifact, hlo, text)
    headings = thunks.listing.count("\n") - len(thunks.thunks)
    caller = Caller(artifact, len(thunks.thunks), headings, partial(is_of_one, module=hlo.module))
    kept = [keep_code(work, kernel, caller) for kernel in kernels_of(compiled, thunks.thunks)]
    _map_lines(work, kept)


def _compile(work: Work) -> tuple[Compiled, str | None]:
    options = work.handover.options()
    with TemporaryDirectory(prefix="chipward-") as folder:
        compiled = compile_for(work.target, work.handover.plain(PLATFORM), options, Path(folder))
    return compiled, tagged_hlo(work, PLATFORM, lambda module: compile_for(work.target, module, options).hlo)


def _map_lines(work: Work, kept: Sequence[Kept]) -> None:
    # Last of all: XLA ends the process over LLVM IR that it cannot read, and all else is told by then.
    mappable = [one for one in kept if one.kernel.before is not None and one.listed is not None]
    if not mappable:
        return
    options = one_device(work.handover.options())

    def compile_program(folder: Path, more: Mapping[str, str | bool]) -> Compiled:
        return compile_for(work.target, PROGRAM, options, folder, **more)

    recompiler = Recompiler(compile_program)
    located: list[tuple[Kept, Located]] = []
    for one in mappable:
        again = recompiler.again(one.kernel.symbol, one.kernel.before or "")
        if again is None:
            what = _LINES.format(one.kernel.symbol)
            work.journal.missing(what, _NOT_TAKEN, stage=work.stage("cuda"), unit=one.unit)
        elif (places := map_lines(work, one, again)) is not None:
            located.append((one, places))
    for one, places in located:
        if one.kernel.after is not None:
            map_optimised(work, one, recompiler.again(one.kernel.symbol, one.kernel.after), places)
