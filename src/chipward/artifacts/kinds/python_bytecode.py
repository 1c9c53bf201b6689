"""Bytecode as `dis` prints it: what Python's own compiler made of a function, and what Dynamo put in its place."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.locations import bytecode_lines
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("python-bytecode"),
    title="Python bytecode",
    layer=Layer.FRAMEWORK,
    language="text",
    suffix="txt",
    noun=("bytecode instruction", "bytecode instructions"),
    is_item=bytecode_lines.is_instruction,
    locate=bytecode_lines.locate,
)
