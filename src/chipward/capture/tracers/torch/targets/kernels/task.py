"""Compiles one Triton kernel, every candidate, down to machine code: for a chip that is not here, or again for one."""

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, NamedTuple

from chipward.artifacts.gpu_code.places import name_of
from chipward.artifacts.gpu_code.ptx import ptx_numbered
from chipward.bundle.journal import Journal
from chipward.capture.session import reason
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.kernels import findings
from chipward.capture.tracers.torch.targets.kernels.candidates import cache_in, compile_candidate, spelled
from chipward.capture.tracers.torch.targets.kernels.given import Candidate, Given
from chipward.capture.tracers.torch.targets.kernels.library_names import everywhere
from chipward.capture.tracers.torch.targets.kernels.loading import file_of, loaded
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
from chipward.model.unit import CANDIDATE

CACHE = "triton-cache"  # in the folder of the recording: a kernel that two graphs share is compiled once


def compile_kernel(facts: Mapping[str, Any], journal: Journal) -> None:
    """Do the after-work of one kernel. A candidate that fails says why, and the others stand."""
    unit, name = facts["unit"], facts["kernel"]
    if why := no_triton():
        journal.missing(facts["what"], why, unit=unit)
        return
    given = Given.read(facts["target"], facts["given"]) if facts.get("given") else None
    target = given.gpu if given else find_gpu(facts["target"])
    pretend(target)
    cache = None if facts.get("reuse_caches", False) else journal.folder / CACHE
    file = given.file if given and given.file else file_of(name)
    with cache_in(cache), loaded(name, facts["source"], journal.folder, file) as tuner:
        if given is None:
            may_shrink = bool(getattr(tuner, "_could_rblock_scale", False))
            findings.of_kernel(journal, unit, len(tuner.configs), may_shrink=may_shrink)
        for wanted in _wanted(journal, unit, tuner, given):
            own = Unit(journal, wanted.unit, name, target.name, name_of(file))
            try:
                _compile(own, facts, tuner, wanted, target)
            except Exception as error:  # noqa: BLE001 -- what was made of it stands, and so do the other candidates
                journal.missing(facts["what"], reason(error), unit=own.name)


class _Wanted(NamedTuple):
    """A candidate that is to be compiled."""

    unit: str
    config: Foreign
    noted: Candidate | None  # what a GPU of this machine was given of it


def _wanted(journal: Journal, unit: str, tuner: Foreign, given: Given | None) -> Iterator[_Wanted]:
    """The candidates that the kernel's text brings along, or those that a GPU of this machine was given."""
    configs = list(tuner.configs)
    found = [(each.config(configs), each) for each in given.candidates] if given else [(each, None) for each in configs]
    first = given.first if given else 0
    for number, (config, noted) in enumerate(found, first):
        own = unit
        if first or len(found) > 1:
            own = journal.unit(f"{unit}-c{number}", name=spelled(config), kind=CANDIDATE, parent=unit)
        yield _Wanted(own, config, noted)


def _compile(unit: Unit, facts: Mapping[str, Any], tuner: Foreign, wanted: _Wanted, target: Target) -> None:
    try:
        compiled = compile_candidate(tuner, wanted.config, nullcontext if wanted.noted else everywhere)
    except Exception as error:  # noqa: BLE001 -- whatever Triton raises is told, and the other candidates stand
        unit.journal.missing(facts["what"], why_not_compiled(error), unit=unit.name)
        return
    if not facts.get("reuse_caches", False):
        compiled = compiled.afresh()
    if wanted.noted is not None:
        wanted.noted.tell(unit.journal, unit.name, compiled, target.name)
        unit = replace(unit, same=wanted.noted.same(compiled))
    findings.of_candidate(unit, compiled, target)
    kept = keep_texts(unit, compiled)
    stages = Stages.of(compiled, wanted.config)
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
