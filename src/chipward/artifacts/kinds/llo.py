"""LLO: the operations of one program of a TPU, as libtpu emits them, before registers and bundles."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla import llo_places
from chipward.artifacts.xla.bundles import operation
from chipward.artifacts.xla.llo_values import value_on
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_operation(line: str) -> bool:
    return value_on(line) is not None


KIND = Kind(
    id=KindId("llo"),
    title="LLO",
    layer=Layer.KERNELS,
    language="text",
    suffix="llo",
    noun=("LLO operation", "LLO operations"),
    is_item=_is_operation,
    locate=llo_places.locate,
    calls=operation,
)
