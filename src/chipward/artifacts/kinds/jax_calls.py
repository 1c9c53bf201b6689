"""The functions of JAX's interface that a traced function called, each under the line of Python that called it."""

from chipward.artifacts.kinds.kind import Kind, has_words
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_call(line: str) -> bool:
    # e.g. "jax.numpy.mean -> jax.lax.div: div"; a comment quotes the line of Python
    return has_words(line) and not line.startswith("#")


KIND = Kind(
    id=KindId("jax-calls"),
    title="Calls of JAX's interface",
    layer=Layer.FRAMEWORK,
    language="python",
    suffix="py",
    noun=("call", "calls"),
    is_item=_is_call,
)
