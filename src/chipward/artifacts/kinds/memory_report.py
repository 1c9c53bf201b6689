"""How much memory a compiled program needs, and what needs it."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_figure(line: str) -> bool:
    # e.g. "   784.0KiB(100%);   784.0KiB;            0;                3; f32[64,256]", "arguments  1281608 bytes"
    return any(character.isdecimal() for character in line)


KIND = Kind(
    id=KindId("memory-report"),
    title="Memory",
    layer=Layer.COMPILER,
    language="text",
    suffix="txt",
    noun=("line of figures", "lines of figures"),
    is_item=_is_figure,
    turn=3,
)
