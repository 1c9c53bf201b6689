"""The graph of torch functions that Dynamo captured, printed as Python."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.locations import file_comments, graph_nodes
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("fx-graph"),
    title="FX graph",
    layer=Layer.GRAPH_IR,
    language="python",
    suffix="py",
    noun=("FX op", "FX ops"),
    is_item=graph_nodes.is_operation,
    locate=file_comments.locate,
    defines=graph_nodes.defines,
    calls=graph_nodes.calls,
)
