"""What JAX dispatched one by one, each under the line of Python that it belongs to."""

from chipward.artifacts.kinds.kind import Kind, has_words
from chipward.artifacts.locations import call_sites
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_dispatch(text: str) -> bool:
    return has_words(text) and not text.lstrip().startswith("#")


KIND = Kind(
    id=KindId("dispatches"),
    title="Dispatched one by one",
    layer=Layer.FRAMEWORK,
    language="python",
    suffix="py",
    noun=("dispatch", "dispatches"),
    is_item=_is_dispatch,
    locate=call_sites.locate,
)
