"""What a kernel takes of the chip, as the tool that made its machine code counts it: registers, memory, spills."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_figure(line: str) -> bool:
    # e.g. "registers per thread                      23"
    return any(word.isdecimal() for word in line.split()[1:])


KIND = Kind(
    id=KindId("resource-usage"),
    title="Resources",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="txt",
    noun=("figure", "figures"),
    is_item=_is_figure,
)
