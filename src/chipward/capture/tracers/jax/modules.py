"""MLIR modules in a room: read from bytecode, printed, freed of tags. Loads JAX, for which a room prepares."""

import io

from chipward.artifacts.xla.tags import without_tags
from chipward.capture.tracers.jax.foreign import Foreign


def parse(bytecode: bytes | str) -> Foreign:
    """The module that bytecode or a text holds, in a context that knows JAX's dialects."""
    from jax._src.interpreters import mlir  # noqa: PLC0415 -- only a room loads JAX
    from jaxlib.mlir import ir  # noqa: PLC0415 -- likewise

    with mlir.make_ir_context():
        return ir.Module.parse(bytecode)


def text_of(module: Foreign) -> str:
    """A module as JAX prints it, with locations."""
    return str(module.operation.get_asm(enable_debug_info=True))


def bytecode_of(module: Foreign) -> bytes:
    """A module as bytecode."""
    out = io.BytesIO()
    module.operation.write_bytecode(out)
    return out.getvalue()


def untagged(bytecode: bytes) -> bytes:
    """The same module without tags in its locations. Its operations stay as they are."""
    return bytecode_of(parse(without_tags(text_of(parse(bytecode)))))
