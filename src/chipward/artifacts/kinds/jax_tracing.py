"""What JAX recorded while it traced a function: the types of its arguments, then each operation in turn."""

import re

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

# e.g. "  dot_general                 mlp.py:12:8-20: x @ weight"; the arguments are told above, in parentheses
_OPERATION = re.compile(r" +[a-z][\w-]*(?: |$)")


def _is_operation(line: str) -> bool:
    return _OPERATION.match(line) is not None


KIND = Kind(
    id=KindId("jax-tracing"),
    title="What tracing recorded",
    layer=Layer.FRAMEWORK,
    language="text",
    suffix="txt",
    noun=("recorded operation", "recorded operations"),
    is_item=_is_operation,
)
