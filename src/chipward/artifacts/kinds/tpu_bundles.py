"""The machine code of a TPU: bundles, each slot of which does something at the same time as the others."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla import llo_places
from chipward.artifacts.xla.bundles import is_slot, operation
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("tpu-bundles"),
    title="Bundles",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="bundles",
    noun=("used slot", "used slots"),
    is_item=is_slot,
    locate=llo_places.locate,
    calls=operation,
)
