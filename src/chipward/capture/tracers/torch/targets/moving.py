"""Moves a graph from the CPU, where the program ran it, to the GPU of a target.

Dynamo writes a device into a graph where the program names one, and where it asks a tensor for its own. What is made
without naming one goes to the CPU, too; it moves along, since the tensors that it meets have moved.
"""

from collections.abc import Iterator

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graphs_within import graphs_within
from chipward.capture.tracers.torch.targets.numpy_calls import make_on

# Calls that name a device by a word.
_BY_WORD = frozenset({"_enter_autocast", "to"})


def move(graph: Foreign, device: Foreign, *, away_from: str) -> None:
    """Move a graph, and the graphs inside it, away from the devices of a type: the CPU, or the program's own GPU."""
    import torch  # noqa: PLC0415 -- only a worker
    from torch.utils._device import _device_constructors  # noqa: PLC0415

    makers = _device_constructors()

    def moved(argument: Foreign) -> Foreign:
        return device if isinstance(argument, torch.device) and argument.type == away_from else argument

    for _, inner in graphs_within(graph):
        for node in inner.graph.nodes:
            node.args = torch.fx.node.map_aggregate(node.args, moved)
            node.kwargs = torch.fx.node.map_aggregate(node.kwargs, moved)
            if away_from != "cpu":
                continue
            if node.op == "call_function" and node.target in makers and node.kwargs.get("device") is None:
                node.kwargs = {**node.kwargs, "device": device}
            make_on(device, node)
            if getattr(node.target, "__name__", node.target) in _BY_WORD:
                node.args = tuple(device.type if word == "cpu" else word for word in node.args)
            if node.op == "call_method" and node.target == "cpu":
                node.target = device.type
            if node.kwargs.get("device") == "cpu":
                node.kwargs = {**node.kwargs, "device": device}
        inner.recompile()


def constants(graph: Foreign) -> Iterator[tuple[dict[str, Foreign], str, Foreign]]:
    """The tensors that a graph holds itself: where each stands, its name there, the tensor."""
    import torch  # noqa: PLC0415

    for module in graph.modules():
        for held in (module._parameters, module._buffers, vars(module)):  # noqa: SLF001 -- where a module keeps them
            yield from ((held, name, value) for name, value in held.items() if isinstance(value, torch.Tensor))
