"""A Python file of the user's program."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_code(text: str) -> bool:
    stripped = text.strip()
    return bool(stripped) and not stripped.startswith("#")


KIND = Kind(
    id=KindId("python-source"),
    title="Python",
    layer=Layer.YOUR_CODE,
    language="python",
    suffix="py",
    noun=("Python line", "Python lines"),
    is_item=_is_code,
)
