"""Which FX node each step of an Inductor loop body computes.

An Inductor loop has a closure, `inner_fn`, that says what it computes; fusing a producer into its consumer means that
the consumer's closure calls the producer's. So while a closure runs, the FX node that its loop was lowered from stands
on a stack, and each step that Inductor records meanwhile (`LightTracer.create_node`) is stamped with the top of it.
Steps that Inductor makes again from recorded ones (it reorders and splits loops so) take over the stamp.
"""

import functools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graph_text import Node
from chipward.capture.tracers.torch.compile.hooks import Hooks

STAMP = "chipward_origins"  # in a step's meta: the FX nodes it computes
MADE_FROM = "chipward_made_from"  # in a step's meta: the recorded step it was made from

_WHAT = "Which operator each generated line computes"
_STORES = ("store_output", "store_reduction")
_CLOSURES = ("inner_fn", "output_indexer")


class _Running(threading.local):
    """The closures that run in this thread, each by the FX nodes behind it."""

    def __init__(self) -> None:
        self.stack: list[tuple[Node, ...]] = []
        self.lowered: Foreign = None  # the FX node of a function of the user (a `score_mod`) that is being lowered


_running = _Running()


@dataclass(frozen=True)
class Closure:
    """A closure that runs while code is generated, in the place of a recorded step."""

    stamp: tuple[Node, ...]
    all_input_nodes = ()

    @property
    def meta(self) -> dict[str, Foreign]:
        """What a recorded step has in its meta."""
        return {STAMP: self.stamp}


def watch_loops(ir: ModuleType, hooks: Hooks) -> None:
    """Wrap the closures of Inductor's loops and what stores their results."""
    loops = getattr(ir, "Loops", None)
    if loops is None:
        hooks.absent(_WHAT, "torch._inductor.ir.Loops", "inductor")
        return
    hooks.after(loops, "__post_init__", _own, what=_WHAT, stage="inductor")
    for kind in [each for each in vars(ir).values() if isinstance(each, type) and issubclass(each, loops)]:
        for name in _STORES:
            if name in vars(kind):
                hooks.replace(kind, name, _storing, what=_WHAT, stage="inductor")


def watch_steps(loop_body: ModuleType, hooks: Hooks) -> None:
    """Stamp each step of a loop body as Inductor records it."""
    tracer = getattr(loop_body, "LightTracer", None)
    if tracer is None:
        hooks.absent(_WHAT, "torch._inductor.loop_body.LightTracer", "inductor")
        return
    hooks.after(tracer, "create_node", _stamp, what=_WHAT, stage="inductor")


def watch_functions(subgraph_lowering: ModuleType, hooks: Hooks) -> None:
    """Know which node of a function of the user is being lowered: it is lowered within the operator that takes it."""
    lowering = getattr(subgraph_lowering, "PointwiseSubgraphLowering", None)
    if hasattr(lowering, "run_node"):
        hooks.replace(lowering, "run_node", _lowering, what=_WHAT, stage="inductor")


def _lowering(run_node: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(run_node)
    def lowered(self: Foreign, node: Foreign) -> Foreign:
        outer, _running.lowered = _running.lowered, node
        try:
            return run_node(self, node)
        finally:
            _running.lowered = outer

    return lowered


def stamp_of(step: Foreign) -> tuple[tuple[Node, ...], str]:
    """The FX nodes behind a step, and the kind of edge: inferred if the step was added between stamped ones."""
    stamp = step.meta.get(STAMP)
    if stamp:
        return stamp, "exact" if len(stamp) == 1 else "fused"
    for argument in step.all_input_nodes:
        stamp = argument.meta.get(STAMP)
        if stamp:
            return stamp, "inferred"
    return (), "exact"


def fx_nodes(nodes: Foreign) -> list[Node]:
    """Name FX nodes of the graph that Inductor is lowering, and of graphs inside it."""
    root = _virtualized().graph
    while (outer := getattr(root, "parent", None) or getattr(root, "root_graph", None)) is not None:
        root = outer
    return [(_holder(root, node), node.name) for node in nodes]


def current_step() -> Foreign | None:
    """The step that Inductor is generating code for in this thread."""
    return getattr(_virtualized().interpreter, "current_node", None)


def running_closure() -> Closure | None:
    """The closure of a loop that runs in this thread, the innermost one."""
    return Closure(_running.stack[-1]) if _running.stack else None


def _own(_result: object, loop: Foreign) -> None:
    current = getattr(_virtualized().graph, "current_node", None)  # the FX node that is being lowered
    names = [node for node in loop.origins if current is not None and node.name == current.name] or list(loop.origins)
    if _running.lowered is not None:
        names = [_running.lowered]
    if names:
        own_as(loop, tuple(sorted(fx_nodes(names))))


def own_as(loop: Foreign, own: tuple[Node, ...]) -> None:
    """Let what a loop computes and stores count as computed by some FX nodes."""
    loop._post_init_setattr("chipward_own", own)  # noqa: SLF001 - loops are frozen
    for name in _CLOSURES:
        if callable(getattr(loop, name, None)):
            loop._post_init_setattr(name, _under(own, getattr(loop, name)))  # noqa: SLF001
    if isinstance(getattr(loop, "inner_fns", None), tuple):  # of a scan or a sort over several tensors
        loop._post_init_setattr("inner_fns", tuple(_under(own, each) for each in loop.inner_fns))  # noqa: SLF001


def _under(own: tuple[Node, ...], closure: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(closure)
    def running(*args: Foreign, **kwargs: Foreign) -> Foreign:
        stack = _running.stack
        stack.append(own)
        try:
            return closure(*args, **kwargs)
        finally:
            stack.pop()

    return running


def _storing(store: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(store)
    def storing(self: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
        own = getattr(self, "chipward_own", None)
        if own is None:
            return store(self, *args, **kwargs)
        return _under(own, store)(self, *args, **kwargs)

    return storing


def _stamp(step: Foreign, *_args: object, **_kwargs: object) -> None:
    stack = _running.stack
    if stack:
        step.meta[STAMP] = stack[-1]
        return
    recorded = current_step()
    if recorded is not None:
        step.meta[MADE_FROM] = recorded
        if recorded.meta.get(STAMP):
            step.meta[STAMP] = recorded.meta[STAMP]


def _holder(root: Foreign, node: Foreign) -> str:
    """The graph inside the whole that holds a node, named as `subgraph` names it; "" for the whole."""
    module = getattr(root, "module", None)
    if module is None or node.graph is module.graph:
        return ""
    for name, inner in module.named_modules():
        if getattr(inner, "graph", None) is node.graph:
            return str(name).replace(".", "_")
    return subgraph()


def _virtualized() -> Foreign:
    from torch._inductor.virtualized import V  # noqa: PLC0415 - only where Inductor is at work

    return V


def subgraph() -> str:
    """The graph inside the graph that Inductor is at work on (an arm of a cond), "" for the whole."""
    graph = _virtualized().graph
    return str(graph.name) if type(graph).__name__ == "SubgraphLowering" else ""
