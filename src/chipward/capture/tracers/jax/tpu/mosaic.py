"""The Pallas kernels of a program for TPUs: the Mosaic module that each call carries, as JAX's Pallas made it."""

import base64
import binascii
import json
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.gpu_code.places import Located, known
from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.llo_places import places
from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.tpu.program_maps import losses_of
from chipward.capture.tracers.jax.tpu.reports import ORIGIN
from chipward.capture.tracers.jax.tpu.texts import Kept, Text
from chipward.capture.tracers.jax.work import Work

TARGET = "tpu_custom_call"
_READ = "builtin.module(mosaic-serde{serialize=false})"  # from the form that lasts to the one that is worked on
_HOW = "Lowered by Pallas; read out of the call in the optimised HLO, where it is kept as bytecode"
_BEGINS = "backend_config={"
_BY_PLACE = "The place in Python that both name: Mosaic hands it from the operation to the slots"
_NO_SLOT = "operations that no slot names the place of"
_NO_OPERATION = "names no place: windows, copies, loops and addresses that Mosaic and libtpu add"
_REST = "headings, places and brackets"


class PallasCall(NamedTuple):
    """A call of a Pallas kernel."""

    instruction: str
    body: bytes  # the Mosaic module


def pallas_calls(hlo: str, module: HloModule) -> Iterator[PallasCall]:
    """The kernels that an optimised program calls. What is not understood is left out."""
    lines = hlo.split("\n")
    for one in module.instructions:
        if one.custom_call_target == TARGET:
            body = _body(lines[one.line - 1])
            if body:
                yield PallasCall(one.name, body)


def keep_mosaic(work: Work, hlo: str, module: HloModule, kept: tuple[Kept, ...]) -> bool:
    """Keep the Mosaic module of each kernel beside its LLO, and say whether there is one."""
    programs = {one.program.name: one for one in kept}
    calls = tuple(pallas_calls(hlo, module))
    for call in calls:
        program = programs.get(call.instruction)
        text = text_of_mosaic(call.body)
        artifact = work.journal.artifact(
            program.unit if program else work.unit,
            "mosaic",
            stage=work.stage("tpu-backend"),
            kind="mosaic-ir",
            title="Mosaic IR",
            content=text,
            how=_HOW,
            origin=ORIGIN,
            text=True,
        )
        if program:
            _map_places(work.journal, artifact, text, program)
    return bool(calls)


def text_of_mosaic(body: bytes) -> str:
    """Print a Mosaic module with its locations."""
    library = import_module("jax._src.lib.mlir")
    context: Foreign = import_module("jax._src.interpreters.mlir").make_ir_context()
    with context:
        import_module("jax._src.lib").tpu.register_dialect(context)
        context.allow_unregistered_dialects = True  # of the form that lasts
        module = library.ir.Module.parse(body)
        library.passmanager.PassManager.parse(_READ).run(module.operation)
        return str(module.operation.get_asm(enable_debug_info=True))


def _map_places(journal: Journal, artifact: str, text: str, program: Kept) -> None:
    located = mlir_locations(text)
    mosaic = Text(artifact, text, frozenset(located.items), _REST)
    for end in (program.llo, program.bundles):
        edges = list(edges_by_place(located, end.text))
        if edges:
            lost = losses_of((mosaic, end), edges, (_NO_SLOT, _NO_OPERATION))
            journal.map(artifact, end.artifact, edges, method=_BY_PLACE, losses=lost)


def edges_by_place(mosaic: Located, code: str) -> Iterator[tuple[int, int, str]]:
    """Join operations and the lines of code that name the same place in Python."""
    by_place: dict[tuple[str, int, int], list[int]] = {}
    for line, chains in mosaic.chains.items():
        for frame in {known(chain)[0] for chain in chains if known(chain)}:
            by_place.setdefault((frame.file, frame.line, frame.column), []).append(line)
    for place in places(code):
        found = by_place.get((place.file, place.line, place.column), [])
        yield from ((start, place.at, "exact" if len(found) == 1 else "fused") for start in found)


def _body(line: str) -> bytes | None:
    _, _, rest = line.partition(_BEGINS)
    try:
        config, _ = json.JSONDecoder().raw_decode("{" + rest)
        return base64.b64decode(config["custom_call_config"]["body"], validate=True)
    except (ValueError, KeyError, TypeError, RecursionError, binascii.Error):
        return None
