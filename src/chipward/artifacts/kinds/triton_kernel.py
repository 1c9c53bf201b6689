"""A Triton kernel: Python that Triton compiles, written by Inductor or by the user."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.kinds.python_source import KIND as PYTHON
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("triton-kernel"),
    title="Triton kernel",
    layer=Layer.KERNELS,
    language="python",
    suffix="py",
    noun=("Triton line", "Triton lines"),
    is_item=PYTHON.is_item,
)
