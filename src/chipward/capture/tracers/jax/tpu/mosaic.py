"""The Pallas kernels of a program for TPUs: the Mosaic module that each call carries, as JAX's Pallas made it."""

import base64
import binascii
import json
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from chipward.artifacts.xla.hlo import HloModule
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.tpu.reports import ORIGIN
from chipward.capture.tracers.jax.tpu.texts import Kept
from chipward.capture.tracers.jax.work import Work

TARGET = "tpu_custom_call"
_READ = "builtin.module(mosaic-serde{serialize=false})"  # from the form that lasts to the one that is worked on
_HOW = "Lowered by Pallas; read out of the call in the optimised HLO, where it is kept as bytecode"
_BEGINS = "backend_config={"


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
    units = {one.program.name: one.unit for one in kept}
    calls = tuple(pallas_calls(hlo, module))
    for call in calls:
        work.journal.artifact(
            units.get(call.instruction, work.unit),
            "mosaic",
            stage=work.stage("tpu-backend"),
            kind="mosaic-ir",
            title="Mosaic IR",
            content=text_of_mosaic(call.body),
            how=_HOW,
            origin=ORIGIN,
            text=True,
        )
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


def _body(line: str) -> bytes | None:
    _, _, rest = line.partition(_BEGINS)
    try:
        config, _ = json.JSONDecoder().raw_decode("{" + rest)
        return base64.b64decode(config["custom_call_config"]["body"], validate=True)
    except (ValueError, KeyError, TypeError, RecursionError, binascii.Error):
        return None
