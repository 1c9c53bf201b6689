"""What a worker does for a slice of TPUs: libtpu compiles what the program lowered, and all that it tells is kept."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.artifacts.xla.stable import stable_hlo
from chipward.capture.tracers.jax.hlo_maps import record_hlo
from chipward.capture.tracers.jax.tagged_again import tagged_hlo
from chipward.capture.tracers.jax.tpu.compiling import Compiled, TooFewDevicesError, compile_for
from chipward.capture.tracers.jax.tpu.environment import USUAL_STAGES, llo_folder, log_folder, prepare_for
from chipward.capture.tracers.jax.tpu.fidelity import tell_fidelity
from chipward.capture.tracers.jax.tpu.interface import keep_interface
from chipward.capture.tracers.jax.tpu.kernels import keep_programs
from chipward.capture.tracers.jax.tpu.mosaic import keep_mosaic
from chipward.capture.tracers.jax.tpu.reports import HOW, ORIGIN, keep_reports
from chipward.capture.tracers.jax.tpu.scratch import emptied_after, texts_in
from chipward.capture.tracers.jax.tpu.texts import text_of_hlo
from chipward.capture.tracers.jax.tpu.wheels import unfit
from chipward.capture.tracers.jax.work import Work
from chipward.dataset.tpus import find_tpu
from chipward.model.tpu import TpuTarget

PLATFORM = "tpu"


def prepare(target: str) -> None:
    """See to the environment, before JAX is imported."""
    del target
    prepare_for(USUAL_STAGES)


def compile_lowered(work: Work) -> None:
    """Have libtpu compile it, with and without the equations' tags, and keep all that comes of it."""
    tpu = find_tpu(work.target)
    if why := unfit():
        _give_up(work, why)
        return
    try:
        compiled, written = _compile(work.handover.plain(PLATFORM), work, tpu)
        tagged = tagged_hlo(work, PLATFORM, lambda module: _compile(module, work, tpu)[0].hlo)
    except TooFewDevicesError as error:
        _give_up(work, f"{error}.")
        return
    hlo = record_hlo(work, compiled.hlo, tagged, origin=ORIGIN, how=HOW.format(work.target))
    keep_reports(work, compiled, hlo.artifact, hlo.module)
    text = stable_hlo(compiled.hlo)
    keep_interface(work, hlo, text)
    kept = keep_programs(work, written, text_of_hlo(hlo.artifact, text, hlo.module), hlo.module)
    has_kernels = keep_mosaic(work, text, hlo.module, kept)
    tell_fidelity(work, tpu, compiled.devices, has_kernels=has_kernels)


def _compile(module: bytes, work: Work, tpu: TpuTarget) -> tuple[Compiled, Mapping[str, str]]:
    with emptied_after(llo_folder(), log_folder()), TemporaryDirectory(dir=log_folder()) as folder:
        return compile_for(module, work.handover.options(), tpu, Path(folder)), texts_in(llo_folder())


def _give_up(work: Work, why: str) -> None:
    what = f"What {work.name} becomes on {work.target}"
    work.journal.missing(what, why, stage=work.stage("xla"), unit=work.unit, selection=work.selection)
