"""How full the bundles of a TPU's program are: for each sort of slot, how many are used."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_row(line: str) -> bool:
    # e.g. "0x17              1      0      4 …"; the rows above have words in front
    return line.startswith(("0x", "0 "))


KIND = Kind(
    id=KindId("slot-utilization"),
    title="Use of slots",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="txt",
    noun=("bundle", "bundles"),
    is_item=_is_row,
    turn=1,
)
