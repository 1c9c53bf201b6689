"""Where XLA keeps each value: the allocations of a program, and which values lie where in each."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_value(line: str) -> bool:
    # e.g. " value: <181 ynn_fusion.6 @0> (size=65536,offset=0): f32[64,256]{1,0}"
    return line.lstrip().startswith("value: ")


KIND = Kind(
    id=KindId("buffer-assignment"),
    title="Buffer assignment",
    layer=Layer.COMPILER,
    language="text",
    suffix="txt",
    noun=("value in a buffer", "values in buffers"),
    is_item=_is_value,
    turn=2,
)
