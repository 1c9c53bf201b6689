"""What costs too much to make for every program of a TPU: all stages of one, made again when somebody asks.

libtpu cannot be asked for the stages of a single program: it writes those of all, and all but one are thrown away. So
what it takes depends on the whole compilation, and what is kept on the one program.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from chipward.artifacts.xla.hlo import read_hlo
from chipward.artifacts.xla.llo_files import ORIGINAL, programs
from chipward.artifacts.xla.llo_stages import tell_stages
from chipward.artifacts.xla.stable import stable_hlo
from chipward.capture.tracers.jax.tpu.compiling import compile_for
from chipward.capture.tracers.jax.tpu.environment import ALL_STAGES, llo_folder, log_folder, mosaic_folder, prepare_for
from chipward.capture.tracers.jax.tpu.mosaic import pallas_calls, text_of_mosaic
from chipward.capture.tracers.jax.tpu.scratch import emptied_after, texts_in
from chipward.capture.tracers.jax.tpu.wheels import unfit
from chipward.dataset.tpus import find_tpu
from chipward.errors import Misuse

LLO_STAGES, MOSAIC_STAGES = "llo-stages", "mosaic-stages"
# Measured with libtpu 0.0.42 on small and large programs: some 65 stages, each about half as long as LLO as emitted.
_STAGES_TO_LLO = 35
_SECONDS_OF_START, _SECONDS_A_MEGABYTE = 5.0, 0.2
_MOSAIC_ORIGINAL = "-original.txt"


@dataclass(frozen=True)
class Request:
    """Which program of which compilation."""

    stablehlo: bytes | str  # bytecode, or the text that a trace holds
    target: str  # tpu:v5e:2x2
    kernel: str  # as its unit is named: fusion.27
    num_partitions: int = 1
    num_replicas: int = 1


@dataclass(frozen=True)
class Estimate:
    """What it takes."""

    seconds: float
    written: int  # bytes, for as long as it takes
    kept: int  # bytes, at most


def estimate(llo_of_all: int, llo_of_kernel: int) -> Estimate:
    """Say what it takes, from how many bytes of LLO as emitted a trace holds of the compilation and of the program."""
    written = llo_of_all * _STAGES_TO_LLO
    seconds = _SECONDS_OF_START + written / 1e6 * _SECONDS_A_MEGABYTE
    return Estimate(round(seconds, 1), written, llo_of_kernel * _STAGES_TO_LLO)


def remake(request: Request) -> Mapping[str, str]:
    """Make all stages of a program, by kind. Call it once in a process, before JAX is imported there.

    Misuse says if the program is not among those that libtpu makes.
    """
    if why := unfit():
        raise Misuse(why)
    prepare_for(ALL_STAGES, mosaic_stages=True)
    with emptied_after(llo_folder(), mosaic_folder(), log_folder()):
        compiled = compile_for(request.stablehlo, _options(request), find_tpu(request.target))
        files, mosaic = texts_in(llo_folder()), texts_in(mosaic_folder())
    made = {program.name: program for program in programs(files)}
    if request.kernel not in made or ORIGINAL not in made[request.kernel].stages:
        message = f"libtpu makes no program {request.kernel!r} of it; there are {', '.join(sorted(made))}"
        raise Misuse(message)
    stages = made[request.kernel].stages
    told = {LLO_STAGES: tell_stages((stage, files[file]) for stage, file in stages.items())}
    hlo = stable_hlo(compiled.hlo)
    for call in pallas_calls(hlo, read_hlo(hlo)):
        if call.instruction == request.kernel and (found := _of_kernel(text_of_mosaic(call.body), mosaic)):
            told[MOSAIC_STAGES] = found
    return told


def _options(request: Request) -> bytes:
    options = import_module("jax._src.lib").xla_client.CompileOptions()
    options.num_partitions, options.num_replicas = request.num_partitions, request.num_replicas
    options.executable_build_options.use_spmd_partitioning = request.num_partitions > 1
    return bytes(options.SerializeAsString())


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
