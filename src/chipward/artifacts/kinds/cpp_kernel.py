"""A C++ kernel that Inductor wrote, with the Python binding around it."""

from chipward.artifacts.kinds.kind import Kind, has_words
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_code(text: str) -> bool:
    return has_words(text) and not text.lstrip().startswith("//")


KIND = Kind(
    id=KindId("cpp-kernel"),
    title="C++ kernel",
    layer=Layer.KERNELS,
    language="cpp",
    suffix="cpp",
    noun=("C++ line", "C++ lines"),
    is_item=_is_code,
)
