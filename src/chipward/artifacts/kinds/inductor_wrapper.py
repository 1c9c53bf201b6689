"""The Python module that Inductor wrote: its kernels as strings, and the calls that run them in order."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.kinds.python_source import KIND as PYTHON
from chipward.artifacts.locations import source_nodes
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("inductor-wrapper"),
    title="Inductor's output",
    layer=Layer.COMPILER,
    language="python",
    suffix="py",
    noun=("wrapper line", "wrapper lines"),
    is_item=PYTHON.is_item,
    mentions=source_nodes.mentions,
)
