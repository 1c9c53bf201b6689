"""The steps that XLA's runtime takes for a compiled program, in order: kernels, calls of libraries, copies, loops."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_step(line: str) -> bool:
    # What ends with ":" says which part of a loop or of a branch follows.
    return bool(line.strip()) and not line.endswith(":")


KIND = Kind(
    id=KindId("thunks"),
    title="Thunks",
    layer=Layer.RUNTIME_DRIVER,
    language="text",
    suffix="txt",
    noun=("step", "steps"),
    is_item=_is_step,
)
