"""The graphs that one of Dynamo's graphs holds: itself, and those that its higher-order operators are given."""

from collections.abc import Iterator

from chipward.capture.tracers.torch.compile.foreign import Foreign


def graphs_within(graph: Foreign) -> Iterator[tuple[str, Foreign]]:
    """Each with its name in the outer one. A module of the program's that has a `graph` of its own is none of them."""
    import torch  # noqa: PLC0415 -- the program's own, which is there by now

    yield from ((name, module) for name, module in graph.named_modules() if isinstance(module, torch.fx.GraphModule))
