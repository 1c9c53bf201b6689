"""What is done after the program has ended: each compilation once more, in the room of the CPU and of each target."""

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.handover import FOLDER, Handover
from chipward.capture.tracers.jax.recorded import TASK
from chipward.capture.tracers.jax.selections import CPU
from chipward.capture.tracers.jax.stablehlo_maps import keep_for_target, map_of_program
from chipward.capture.tracers.jax.tracing_texts import tell_tracing
from chipward.capture.tracers.jax.units import JITTED, begin_for_target
from chipward.capture.tracers.jax.work import Work
from chipward.capture.tracers.tracer import Task

_ROOMS = {"cpu": "cpu", "cuda": "gpu", "tpu": "tpu"}  # by platform, their packages


class Room(Protocol):
    """What the module of a room offers."""

    def prepare(self, target: str) -> None:
        """See to the environment, before JAX is imported. A worker serves one room."""

    def compile_lowered(self, work: Work) -> None:
        """Compile what the program lowered, and tell all that comes of it. What it raises becomes something missing."""


def compile_for(facts: Mapping[str, Any], journal: Journal) -> None:
    """Do the work of one compilation and one target."""
    target, unit, name = facts["target"], facts["unit"], facts["function"]
    room = cast("Room", import_module(f"{__package__}.{_ROOMS[facts['platform']]}.room"))
    os.environ.setdefault("JAX_PLATFORMS", CPU)  # no room starts a device
    room.prepare(target)
    journal.know_sources(facts["sources"])
    handover = Handover(journal.folder / FOLDER / facts["lowered"])
    here = unit if target == CPU else begin_for_target(journal, unit, name, facts["kind"], target)
    if target != CPU:
        journal.seen(here)
    work = Work(
        journal=journal,
        target=target,
        handover=handover,
        unit=here,
        program_unit=unit,
        name=name,
        selection=facts["selection"],
        jaxpr=facts["jaxpr"],
        stablehlo=facts["stablehlo"],
        executed_hlo=facts["hlo"],
        num_partitions=facts["num_partitions"],
        facts=facts,
    )
    if target == CPU:
        map_of_program(work)
        if facts["kind"] == JITTED:
            tell_tracing(work)
    else:
        work = keep_for_target(work)
    room.compile_lowered(work)


TASKS: Mapping[str, Task] = {TASK: compile_for}
