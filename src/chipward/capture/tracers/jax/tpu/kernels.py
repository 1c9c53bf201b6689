"""The programs that libtpu makes for a TPU: LLO as emitted, bundles, and how full these are; with their maps."""

from collections.abc import Mapping

from chipward.artifacts.xla.bundles import lay_out
from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.llo_files import BUNDLES, ORIGINAL, TOP_LEVEL, UTILIZATION, Program, programs
from chipward.artifacts.xla.slot_use import read_slot_use, tell_slot_use
from chipward.capture.tracers.jax.tpu.program_maps import losses_of, map_calls, map_instruction, map_values
from chipward.capture.tracers.jax.tpu.reports import HOW, ORIGIN
from chipward.capture.tracers.jax.tpu.texts import Kept, Text
from chipward.capture.tracers.jax.work import Work

_LAID_OUT = f"{HOW}; each slot is given a line of its own, and nothing but white space differs"
_COUNTED = f"{HOW}; each row has the address of its bundle, and totals stand above"
_ROWS = "libtpu counts the slots bundle by bundle, in order"
_NOT_WRITTEN = "This libtpu did not write them down when it was asked to."
_OTHER_ROWS = "What libtpu counted is not one row for each bundle."
_TITLES = {TOP_LEVEL: "Top-level program", "<late-initialization>": "Beginning", "<late-finalization>": "End"}


def keep_programs(work: Work, files: Mapping[str, str], hlo: Text, module: HloModule) -> tuple[Kept, ...]:
    """Keep every program that libtpu wrote down with its maps, and map the optimised HLO to them."""
    place = {one.name: at for at, one in enumerate(module.instructions)}
    # libtpu makes several at a time, in no order of their own; the order of their instructions is.
    ordered = sorted(programs(files), key=lambda one: (place.get(one.name, -1), one.name))
    kept = [one for program in ordered if (one := _keep(work, program, files)) is not None]
    for one in kept:
        map_values(work.journal, one)
        _keep_use(work, one, files)
        map_instruction(work.journal, hlo, module, one)
    for entry in kept:
        if entry.program.name == TOP_LEVEL:
            map_calls(work.journal, hlo, module, kept, entry)
    return tuple(kept)


def _keep(work: Work, program: Program, files: Mapping[str, str]) -> Kept | None:
    if ORIGINAL not in program.stages or BUNDLES not in program.stages:
        what = f"LLO and bundles of {program.name}"
        work.journal.missing(what, _NOT_WRITTEN, stage=work.stage("tpu-backend"), unit=work.unit)
        return None
    unit = work.journal.unit(
        f"{work.unit}-k-{program.name.strip('<>')}",
        name=_TITLES.get(program.name, program.name),
        kind="kernel",
        parent=work.unit,
        selection=work.selection,
    )
    llo, bundles = files[program.stages[ORIGINAL]], lay_out(files[program.stages[BUNDLES]])
    llo_artifact = work.journal.artifact(
        unit,
        "llo",
        stage=work.stage("tpu-backend"),
        kind="llo",
        title="LLO",
        content=llo,
        how=HOW.format(work.target),
        origin=ORIGIN,
        text=True,
    )
    bundles_artifact = work.journal.artifact(
        unit,
        "bundles",
        stage=work.stage("tpu"),
        kind="tpu-bundles",
        title="Bundles",
        content=bundles,
        how=_LAID_OUT.format(work.target),
        origin=ORIGIN,
        text=True,
    )
    return Kept(program, unit, llo_artifact, llo, bundles_artifact, bundles)


def _keep_use(work: Work, kept: Kept, files: Mapping[str, str]) -> None:
    file = kept.program.stages.get(UTILIZATION)
    use = read_slot_use(files[file]) if file else None
    if use is None or len(use.rows) != len(kept.addresses):
        what = f"How full the bundles of {kept.program.name} are"
        why = _OTHER_ROWS if use else _NOT_WRITTEN
        work.journal.missing(what, why, stage=work.stage("tpu"), unit=kept.unit)
        return
    text, rows = tell_slot_use(use, kept.addresses)
    artifact = work.journal.artifact(
        kept.unit,
        "slots",
        stage=work.stage("tpu"),
        kind="slot-utilization",
        title="Use of slots",
        content=text,
        how=_COUNTED.format(work.target),
        origin=ORIGIN,
        made_from=kept.bundles_artifact,
        text=True,
    )
    edges = [(slot.line, rows[slot.bundle], "exact") for slot in kept.slots]
    if edges:
        ends = kept.bundles, Text(artifact, text, frozenset(rows), "totals and headings")
        lost = losses_of(ends, edges, ("", "bundles with nothing to do"))
        work.journal.map(kept.bundles_artifact, artifact, edges, method=_ROWS, losses=lost)
