"""Kernels as Inductor defines them, whatever it writes them in, and the calls of them in the wrapper."""

import functools
from collections.abc import Sequence
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graph_text import Node
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.origins import fx_nodes
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import Call, Graph, KernelText
from chipward.capture.tracers.torch.compile.templates import origins_in_template
from chipward.capture.tracers.torch.compile.writing import Lines, writing

_OWN = "UserDefinedTritonKernel"  # one that the program defines: in the wrapper it stands as Inductor's own do
_OWN_CALL = "triton_kernel_wrapper"  # how the node of the call is named, among those that make its inputs


def watch_calls(debug: ModuleType, hooks: Hooks, recorder: Recorder) -> None:
    """Note each kernel, Inductor's own or ATen's, as its call is written into the wrapper."""
    hooks.after(
        debug,
        "set_kernel_post_grad_provenance_tracing",
        functools.partial(_called, recorder),
        what="Which operators each call in the wrapper computes",
        stage="inductor",
    )


def without_handles(wrapper: ModuleType, hooks: Hooks) -> None:
    """Leave out the comments that provenance tracking writes into the wrapper."""
    codegen = getattr(wrapper, "PythonWrapperCodegen", None)
    if hasattr(codegen, "write_provenance_debug_handle"):
        hooks.set_attribute(codegen, "write_provenance_debug_handle", lambda *_args, **_kwargs: None)


def define(
    graph: Graph, kernel: KernelText, lines: Lines | None, nodes: Sequence[Node], stands_for: Sequence[Node] = ()
) -> None:
    """Keep a kernel as it is defined: once for each text, with all uses of it.

    A template was chosen for the operators that it stands for.
    """
    kernel = graph.kernels.setdefault(kernel.name, kernel)
    if lines is not None:
        kernel.uses.append(lines)
    kernel.nodes += [node for node in nodes if node not in kernel.nodes]
    kernel.stands_for += [node for node in stands_for if node not in kernel.stands_for]


def lines_of_template(text: str) -> Lines | None:
    """For each line of a template that has just been filled in what it was generated for, None if nothing is known."""
    return origins_in_template(text, writing.pieces) if writing.pieces else None


def _called(recorder: Recorder, _handle: object, schedule: Foreign, name: str, is_extern: bool = False) -> None:  # noqa: FBT001, FBT002
    graph = recorder.current()
    if graph is None or name is None:
        return
    if type(schedule).__name__ == _OWN:
        calls = [node for node in schedule.origins if node.name.startswith(_OWN_CALL)]
        nodes = fx_nodes(calls or schedule.origins)
        define(graph, KernelText(name, ""), None, nodes)
        graph.calls.append(Call(name, nodes, is_extern=False))
    elif is_extern:
        origins = _origins_of(schedule)
        tracebacks = [trace for node in origins if (trace := getattr(node, "stack_trace", None))]
        graph.calls.append(Call(name, fx_nodes(origins), is_extern, tracebacks[-1] if tracebacks else ""))
    else:
        kernel = graph.kernels.get(name)
        nodes = list(kernel.nodes) if kernel and kernel.is_part else nodes_of(schedule)
        graph.calls.append(Call(name, nodes, is_extern))


def _origins_of(kernel: Foreign) -> list[Foreign]:
    """The FX node that a call is for; if Inductor does not know one, the nodes of the same operator, or all."""
    if kernel.origin_node is not None:
        return [kernel.origin_node]
    operator = getattr(kernel, "op_overload", None)
    return [node for node in kernel.origins if operator is not None and node.target is operator] or list(kernel.origins)


def nodes_of(schedule: Foreign) -> list[Node]:
    """The nodes of the post-grad graph that what was scheduled computes."""
    # Between the nodes of a schedule stand marks that are none, and some are several in one.
    singles = [single for each in schedule if hasattr(each, "get_nodes") for single in each.get_nodes()]
    found = dict.fromkeys(
        node
        for single in singles
        if getattr(single, "node", None) is not None
        for node in sorted(fx_nodes(single.node.origins))
    )
    return list(found)
