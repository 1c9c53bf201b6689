"""The operators that eager code called, each under the line of Python that called it."""

from chipward.artifacts.kinds.kind import Kind, has_words
from chipward.artifacts.locations import call_sites
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_op(text: str) -> bool:
    return has_words(text) and not text.lstrip().startswith("#")


def _called(text: str) -> str:
    # e.g. "aten::relu(f32[128, 512]) -> f32[128, 512]"
    return text.partition("(")[0].strip()


KIND = Kind(
    id=KindId("eager-ops"),
    title="Operators called",
    layer=Layer.FRAMEWORK,
    language="python",
    suffix="py",
    noun=("op", "ops"),
    is_item=_is_op,
    locate=call_sites.locate,
    calls=_called,
)
