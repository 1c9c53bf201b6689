"""What an executable takes and gives: each array with its type, its layout and the argument that it is."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_array(line: str) -> bool:
    return line.startswith("  ")  # what is not indented is a heading


KIND = Kind(
    id=KindId("executable-interface"),
    title="What the executable takes and gives",
    layer=Layer.RUNTIME_DRIVER,
    language="text",
    suffix="txt",
    noun=("array", "arrays"),
    is_item=_is_array,
)
