"""Compiles one Triton kernel for a chip that is not here: every candidate, down to machine code."""

from collections.abc import Mapping
from typing import Any

from chipward.artifacts.gpu_code.ptx import ptx_numbered
from chipward.bundle.journal import Journal
from chipward.capture.session import reason
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.kernels import findings
from chipward.capture.tracers.torch.targets.kernels.candidates import cache_in, compile_candidate, spelled
from chipward.capture.tracers.torch.targets.kernels.loading import loaded
from chipward.capture.tracers.torch.targets.kernels.machine_code import keep_machine_code, keep_usage
from chipward.capture.tracers.torch.targets.kernels.reasons import no_triton, why_not_compiled
from chipward.capture.tracers.torch.targets.kernels.stages_again import Stages
from chipward.capture.tracers.torch.targets.kernels.writing import (
    Unit,
    keep_binary,
    keep_texts,
    map_texts,
)
from chipward.capture.tracers.torch.targets.pretend import pretend
from chipward.dataset.targets import find_gpu
from chipward.model.target import Target

CACHE = "triton-cache"  # in the folder of the recording: a kernel that two graphs share is compiled once


def compile_kernel(facts: Mapping[str, Any], journal: Journal) -> None:
    """Do the after-work of one kernel. A candidate that fails says why, and the others stand."""
    unit, name = facts["unit"], facts["kernel"]
    if why := no_triton():
        journal.missing(facts["what"], why, unit=unit)
        return
    target = find_gpu(facts["target"])
    pretend(target)
    cache = None if facts.get("reuse_caches", False) else journal.folder / CACHE
    with cache_in(cache), loaded(name, facts["source"], journal.folder) as tuner:
        configs = list(tuner.configs)
        may_shrink = bool(getattr(tuner, "_could_rblock_scale", False))
        findings.of_kernel(journal, unit, len(configs), may_shrink=may_shrink)
        for number, config in enumerate(configs):
            own = unit
            if len(configs) > 1:
                own = journal.unit(f"{unit}-c{number}", name=spelled(config), kind="candidate", parent=unit)
            try:
                _compile(Unit(journal, own, name, target.name), facts, tuner, config, target)
            except Exception as error:  # noqa: BLE001 -- what was made of it stands, and so do the other candidates
                journal.missing(facts["what"], reason(error), unit=own)


def _compile(unit: Unit, facts: Mapping[str, Any], tuner: Foreign, config: Foreign, target: Target) -> None:
    try:
        compiled = compile_candidate(tuner, config)
    except Exception as error:  # noqa: BLE001 -- whatever Triton raises is told, and the other candidates stand
        unit.journal.missing(facts["what"], why_not_compiled(error), unit=unit.name)
        return
    if not facts.get("reuse_caches", False):
        compiled = compiled.afresh()
    findings.of_candidate(unit, compiled, target)
    kept = keep_texts(unit, compiled)
    stages = Stages.of(compiled, config)
    map_texts(unit, facts["triton"], facts["source"], kept, stages)
    if "cubin" not in compiled.binaries:
        keep_binary(unit, compiled, "hsaco")
        keep_usage(unit, compiled, None)
        return
    try:
        again = stages.assemble(ptx_numbered(kept["ptx"].text))
    except Exception as error:  # noqa: BLE001 -- the first cubin is there, and knows lines of PTX by itself
        unit.journal.missing(f"Proof that the lines of SASS in {unit.kernel} are right", reason(error), unit=unit.name)
        again = None
    keep_machine_code(unit, compiled, again, kept["ptx"])
