"""The instructions of a program that libraries compute, each under the name of its library."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_call(line: str) -> bool:
    return line.startswith("  ")  # what is not indented names the library


KIND = Kind(
    id=KindId("library-calls"),
    title="Library calls",
    layer=Layer.RUNTIME_DRIVER,
    language="text",
    suffix="txt",
    noun=("library call", "library calls"),
    is_item=_is_call,
)
