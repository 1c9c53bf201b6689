"""NumPy in a graph. Dynamo calls PyTorch's own NumPy through objects that no module holds, so no pickle names them.

They are written down beside the graph: where each is called, its class, and what it calls. A worker makes them again.
"""

import functools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import NamedTuple

from chipward.capture.tracers.torch.compile.foreign import Foreign

_HOME = "torch._dynamo.utils"
# The classes, and under which name each keeps what it calls: a function, the name of a method, an operator.
_CALLS = {"numpy_to_tensor_wrapper": "f", "numpy_method_wrapper": "method", "numpy_operator_wrapper": "op"}
_PREFIX = "wrapped_"  # of the name that such an object goes by


class NumpyCall(NamedTuple):
    """One call of NumPy in a graph."""

    graph: str  # the module that holds the node: empty for the outermost
    node: str
    wrapper: str
    calls: Foreign


def numpy_calls(graph: Foreign) -> list[NumpyCall]:
    """Find them in a graph and in those inside it."""
    return [
        NumpyCall(name, node.name, wrapper, getattr(node.target, _CALLS[wrapper]))
        for name, module in graph.named_modules()
        for node in getattr(getattr(module, "graph", None), "nodes", ())
        if (wrapper := type(node.target).__name__) in _CALLS and type(node.target).__module__ == _HOME
    ]


@contextmanager
def names_answered() -> Iterator[None]:
    """Let a graph be read that names such objects: each is stood in for until `put_back`."""
    home: Foreign = import_module(_HOME)

    def stand_in(name: str) -> Foreign:
        if not name.startswith(_PREFIX):
            message = f"module {_HOME!r} has no attribute {name!r}"
            raise AttributeError(message)
        return home.numpy_method_wrapper(name.removeprefix(_PREFIX))

    home.__getattr__ = stand_in
    try:
        yield
    finally:
        del home.__getattr__


def put_back(graph: Foreign, calls: Iterable[NumpyCall]) -> None:
    """Have a graph call what it called in the program."""
    home = import_module(_HOME)
    modules = dict(graph.named_modules())
    for call in calls:
        (node,) = (node for node in modules[call.graph].graph.nodes if node.name == call.node)
        node.target = getattr(home, call.wrapper)(call.calls)
    for name in {call.graph for call in calls}:
        modules[name].recompile()


def make_on(device: Foreign, node: Foreign) -> None:
    """Where NumPy makes an array out of no other, have it made on a device: the arrays that it meets have moved."""
    wrapper = node.target
    if type(wrapper).__module__ != _HOME or type(wrapper).__name__ != "numpy_to_tensor_wrapper":
        return
    if node.all_input_nodes:
        return
    make = wrapper.f

    @functools.wraps(make)
    def there(*args: Foreign, **kwargs: Foreign) -> Foreign:
        with device:
            return make(*args, **kwargs)

    wrapper.f = there
