"""From which instruction to which each value is needed, in the order in which XLA has scheduled the instructions."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_range(line: str) -> bool:
    # e.g. "    ynn_fusion.6{}:9-32"
    value, _, instructions = line.rpartition(":")
    first, _, last = instructions.partition("-")
    return value.endswith("}") and first.isdecimal() and last.isdecimal()


KIND = Kind(
    id=KindId("live-ranges"),
    title="Live ranges",
    layer=Layer.COMPILER,
    language="text",
    suffix="txt",
    noun=("live range", "live ranges"),
    is_item=_is_range,
    turn=5,
)
