"""A graph of ATen operators (joint, forward, backward, before and after Inductor's own passes), printed as Python."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.locations import file_comments, graph_nodes
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("aten-graph"),
    title="ATen graph",
    layer=Layer.GRAPH_IR,
    language="python",
    suffix="py",
    noun=("ATen op", "ATen ops"),
    is_item=graph_nodes.is_operation,
    locate=file_comments.locate,
    defines=graph_nodes.defines,
    calls=graph_nodes.calls,
)
