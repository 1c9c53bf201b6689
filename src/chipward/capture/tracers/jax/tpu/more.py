"""What costs too much to make for every program of a TPU: all stages of one, made again when somebody asks.

libtpu cannot be asked for the stages of a single program: it writes those of all, and all but one are thrown away.
"""

from collections.abc import Mapping
from typing import NamedTuple

from chipward.artifacts.xla.hlo import read_hlo
from chipward.artifacts.xla.llo_files import ORIGINAL, programs
from chipward.artifacts.xla.llo_stages import tell_stages
from chipward.artifacts.xla.offers import LLO_STAGES
from chipward.artifacts.xla.stable import stable_hlo
from chipward.capture.tracers.jax.tpu.compiling import compile_for
from chipward.capture.tracers.jax.tpu.environment import ALL_STAGES, llo_folder, log_folder, mosaic_folder, prepare_for
from chipward.capture.tracers.jax.tpu.mosaic import pallas_calls, text_of_mosaic
from chipward.capture.tracers.jax.tpu.scratch import emptied_after, texts_in
from chipward.dataset.tpus import find_tpu

_MOSAIC_ORIGINAL = "-original.txt"


class Remade(NamedTuple):
    """The optimised HLO of the program, and what was made of the kernel; None if libtpu tells nothing of it."""

    hlo: str
    text: str | None


def remake(target: str, module: bytes | str, options: bytes, kernel: str, kind: str) -> Remade:
    """Compile a program once more, for all stages of one kernel. Once in a process, before JAX is imported there.

    Args:
        target: tpu:v5e:2x2
        module: StableHLO, as a trace holds it
        options: CompileOptions, serialised, likewise
        kernel: the instruction of the optimised HLO, as its unit is named: fusion.27
        kind: one of the kinds that are offered for TPUs
    """
    prepare_for(ALL_STAGES, mosaic_stages=True)
    with emptied_after(llo_folder(), mosaic_folder(), log_folder()):
        compiled = compile_for(module, options, find_tpu(target))
        files, mosaic = texts_in(llo_folder()), texts_in(mosaic_folder())
    hlo = stable_hlo(compiled.hlo)
    told = _llo_stages(files, kernel) if kind == LLO_STAGES else _mosaic_stages(hlo, mosaic, kernel)
    return Remade(hlo, told)


def _llo_stages(files: Mapping[str, str], kernel: str) -> str | None:
    for program in programs(files):
        if program.name.strip("<>") == kernel and ORIGINAL in program.stages:
            return tell_stages((stage, files[file]) for stage, file in program.stages.items())
    return None


def _mosaic_stages(hlo: str, mosaic: Mapping[str, str], kernel: str) -> str | None:
    calls = (call for call in pallas_calls(hlo, read_hlo(hlo)) if call.instruction == kernel)
    return next((found for call in calls if (found := _of_kernel(text_of_mosaic(call.body), mosaic))), None)


def _of_kernel(original: str, dumped: Mapping[str, str]) -> str:
    """All stages of the kernel that began as this text. libtpu names the files by a time that is one for a kernel."""
    for name, text in dumped.items():
        if name.endswith(_MOSAIC_ORIGINAL) and text.split() == original.split():
            time = name.partition("-")[0]
            return "".join(
                f"### {each.removesuffix('.txt').rpartition('anonymous-')[2]}\n{dumped[each].rstrip()}\n\n"
                for each in sorted(dumped)
                if each.startswith(f"{time}-")
            )
    return ""
