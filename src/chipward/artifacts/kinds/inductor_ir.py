"""Inductor's IR: the scheduler's nodes, each with its buffers, sizes and loop body, before or after fusion."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("inductor-ir"),
    title="Inductor IR",
    layer=Layer.COMPILER,
    language="text",
    suffix="txt",
    noun=("IR line", "IR lines"),
)
