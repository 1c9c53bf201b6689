"""Writes down one lowering, and then its compilation, and leaves both for the rooms of the targets."""

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

from chipward.artifacts.xla.stable import stable_hlo
from chipward.bundle.journal import Journal
from chipward.capture.session import Session
from chipward.capture.tracers.jax import handover, units
from chipward.capture.tracers.jax.compiling import Compilation
from chipward.capture.tracers.jax.executables import costs_of, device_count, hlo_of, serialized
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.functions import Function, function_of
from chipward.capture.tracers.jax.handover import Equation
from chipward.capture.tracers.jax.interface import Interface, arguments_of
from chipward.capture.tracers.jax.lowering import Lowering
from chipward.capture.tracers.jax.printing import print_jaxpr
from chipward.capture.tracers.jax.python_places import Tracebacks, map_from_python, spelled
from chipward.capture.tracers.jax.selections import CPU, platform_of, selection_for, stage_in
from chipward.capture.tracers.jax.turning import Turning

TASK = "jax-compile"
_TRACED, _LOWERED = "Traced by JAX", "Lowered by JAX"
_OWN_DEVICE = "It ran on a device of this machine; what XLA makes is followed further down for CPUs and named targets."
_WANTS_A_CLIENT = "different from the lowering platform"  # as JAX says it where a callback is lowered
_TAGGED = "Which equation each StableHLO operation comes from"


@dataclass
class Recorded:
    """What has been written down of one lowering."""

    number: int
    unit: str
    function: Function
    folder: Path
    jaxpr: str | None = None
    stablehlo: str | None = None
    compilations: int = 0  # of the same module

    @property
    def mode(self) -> str:
        """With jit, or without."""
        return units.kind_of(self.function)[1]

    def stage(self, stage: str) -> str | None:
        """A stage, if the path has it."""
        return stage_in(self.mode, stage)


def begin(session: Session, number: int, function: Function, platform: str) -> Recorded:
    """Begin the unit and the folder of a compilation."""
    journal = session.journal
    unit = units.begin(journal, number, function, CPU if platform == CPU else platform)
    return Recorded(number, unit, function, journal.folder / handover.FOLDER / f"{units.process_of(journal)}-{unit}")


def record_lowering(session: Session, number: int, lowering: Lowering) -> Recorded:
    """Write down what was traced and what it was lowered to."""
    journal, function = session.journal, function_of(lowering.name, lowering.jaxpr)
    recorded = begin(session, number, function, lowering.platform)
    printed = print_jaxpr(lowering.jaxpr)
    recorded.jaxpr = journal.artifact(
        recorded.unit,
        "jaxpr",
        stage=recorded.stage("jaxpr"),
        kind="jaxpr",
        title="jaxpr",
        content=printed.text,
        how=_TRACED,
        text=True,
    )
    tracebacks, interface = Tracebacks(), Interface()
    called_from = tracebacks.here() if function.is_operation else ()
    equations, turning = [], Turning()
    for place, numbered in enumerate(lowering.copy.equations):
        line, columns = printed.places.get(place, (None, None))
        name, frames = str(numbered.equation.primitive.name), tracebacks.frames(numbered.equation) or called_from
        calls_made, stack = interface.calls(numbered.equation), str(numbered.equation.source_info.name_stack)
        turns = turning.of(place, numbered.equation)
        equations.append(
            Equation(place, name, numbered.depth, numbered.calls, line, columns, frames, calls_made, stack, turns)
        )
    with session.guard("The lines of Python behind each equation", recorded.stage("jaxpr"), unit=recorded.unit):
        others = [
            Equation(-1, "", 0, calls=False, line=line, columns=span, frames=tracebacks.of(at))
            for line, span, at in printed.others
        ]
        map_from_python(journal, [*equations, *others], recorded.jaxpr, printed.text.count("\n"))
    _write(recorded.folder / handover.JAXPR, printed.text.encode())
    _keep_stablehlo(journal, recorded, lowering.module)
    _write(recorded.folder / handover.EQUATIONS, json.dumps([spelled(one) for one in equations]).encode())
    _write(recorded.folder / handover.ARGUMENTS, json.dumps(arguments_of(lowering.jaxpr)).encode())
    _write(recorded.folder / handover.plain_file(lowering.platform), _bytecode(lowering.module))
    for (platform, with_tags), module in lowering.again.items():
        name = handover.tagged_file(platform) if with_tags else handover.plain_file(platform)
        _write(recorded.folder / name, _bytecode(module))
    _tell_failures(session, recorded, lowering)
    return recorded


def record_compilation(session: Session, recorded: Recorded, compilation: Compilation) -> None:
    """Write down what the executable holds, and leave the work of the rooms."""
    journal, folder = session.journal, recorded.folder
    if recorded.compilations:  # with other options, or by a program that asked for it once more
        folder = folder.with_name(f"{folder.name}-{recorded.compilations}")
        if recorded.folder.exists():
            _copy_lowered(recorded.folder, folder)
    recorded.compilations += 1
    journal.seen(recorded.unit, seconds=round(compilation.seconds, 6))
    if recorded.stablehlo is None:
        _keep_stablehlo(journal, recorded, compilation.module)
        _write(folder / handover.plain_file(_platform(compilation)), _bytecode(compilation.module))
    _write(folder / handover.OPTIONS, bytes(compilation.options.SerializeAsString()))
    text = hlo_of(compilation.executable)
    hlo = None
    if text is not None:
        text = stable_hlo(text)
        _write(folder / handover.RAN_HLO, text.encode())
        hlo = journal.artifact(
            recorded.unit,
            "hlo-optimized",
            stage=recorded.stage("xla"),
            kind="hlo",
            title="HLO after XLA's passes",
            content=text,
            how="Told by the executable that ran",
            cached=compilation.cached,
            text=True,
        )
    content = serialized(compilation)
    if content is not None:
        _write(folder / handover.RAN_EXECUTABLE, content)
    _write(folder / handover.RAN_COSTS, json.dumps(costs_of(compilation.executable), sort_keys=True).encode())
    if _platform(compilation) != CPU:
        what = f"What {recorded.function.name} is on your device below its optimised HLO"
        session.missing(what, _OWN_DEVICE, stage=recorded.stage("xla"), unit=recorded.unit)
    for target in (CPU, *session.options.targets):
        _leave(journal, recorded, compilation, folder, target=target, hlo=hlo)


def _leave(  # noqa: PLR0913 -- a task has this many facts
    journal: Journal, recorded: Recorded, compilation: Compilation, home: Path, *, target: str, hlo: str | None
) -> None:
    # The work of one room, if the program left it something to compile.
    platform = platform_of(target)
    files = (handover.plain_file(platform), handover.tagged_file(platform))
    if not any((home / name).exists() for name in files):
        return
    options = compilation.options
    kind, mode = units.kind_of(recorded.function)
    journal.task(
        TASK,
        room=f"jax:{target}",
        target=target,
        platform=platform,
        what=f"What {recorded.function.name} becomes on {target}",
        stage=recorded.stage("xla"),
        selection=selection_for(mode, target),
        lowered=home.name,
        unit=recorded.unit,
        function=recorded.function.name,
        kind=kind,
        jaxpr=recorded.jaxpr,
        stablehlo=recorded.stablehlo,
        hlo=hlo,
        num_partitions=int(options.num_partitions),
        num_replicas=int(options.num_replicas),
        devices=device_count(compilation.backend),
        xla_flags=os.environ.get("XLA_FLAGS"),
        cached=compilation.cached,
        sources=journal.sources,
    )


def _keep_stablehlo(journal: Journal, recorded: Recorded, module: Foreign) -> None:
    text = str(module.operation.get_asm(enable_debug_info=True))
    _write(recorded.folder / handover.STABLEHLO, text.encode())
    recorded.stablehlo = journal.artifact(
        recorded.unit,
        "stablehlo",
        stage=recorded.stage("stablehlo"),
        kind="stablehlo",
        title="StableHLO",
        content=text,
        how=_LOWERED,
        text=True,
    )


def _tell_failures(session: Session, recorded: Recorded, lowering: Lowering) -> None:
    for (platform, _), why in lowering.failed.items():
        if platform == lowering.platform:
            session.journal.missing(_TAGGED, why, stage=recorded.stage("stablehlo"), unit=recorded.unit)
            continue
        for target in session.options.targets:
            if platform_of(target) == platform:
                what = f"What {recorded.function.name} becomes on {target}"
                session.journal.missing(
                    what,
                    _not_lowered(why, platform),
                    stage=recorded.stage("stablehlo"),
                    unit=recorded.unit,
                    selection=selection_for(recorded.mode, target),
                )


def _not_lowered(why: str, platform: str) -> str:
    if _WANTS_A_CLIENT in why:
        return f"It calls back into Python, and JAX lowers that for {platform} only where there is a device."
    return f"JAX does not lower it for {platform}: {why}"


def _platform(compilation: Compilation) -> str:
    return str(compilation.backend.platform)


def _bytecode(module: Foreign) -> bytes:
    out = io.BytesIO()
    module.operation.write_bytecode(out)
    return out.getvalue()


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _copy_lowered(start: Path, end: Path) -> None:
    for file in start.rglob("*"):
        if file.is_file() and file.name != handover.OPTIONS and "executed" not in file.parts:
            _write(end / file.relative_to(start), file.read_bytes())
