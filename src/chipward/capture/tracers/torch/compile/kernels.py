"""Kernels as Inductor defines them, whatever it writes them in, and the calls of them in the wrapper."""

import functools
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.origins import fx_nodes
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import Call, KernelText
from chipward.capture.tracers.torch.compile.templates import origins_in_template
from chipward.capture.tracers.torch.compile.writing import Lines, writing


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


def define(  # noqa: PLR0913, PLR0917 - what a kernel is known by
    recorder: Recorder, name: str, text: str, nodes: Foreign, lines: Lines | None, scalar_reasons: list[str]
) -> None:
    """Keep a kernel as it is defined. Without lines it is a template, in which they have to be found."""
    graph = recorder.current()
    if graph is None:
        return
    is_template = lines is None
    if is_template and writing.pieces:
        lines = origins_in_template(text, writing.pieces)
    kernel = graph.kernels.get(name)
    if kernel is None:
        kernel = graph.kernels[name] = KernelText(name, text, is_template=is_template, scalar_reasons=scalar_reasons)
    if lines is not None:
        kernel.uses.append(lines)
    kernel.nodes += [node for node in _nodes_of(nodes) if node not in kernel.nodes]


def _called(recorder: Recorder, _handle: object, schedule: Foreign, name: str, is_extern: bool = False) -> None:  # noqa: FBT001, FBT002
    graph = recorder.current()
    if graph is None or name is None:
        return
    if is_extern:
        origins = _origins_of(schedule)
        tracebacks = [trace for node in origins if (trace := getattr(node, "stack_trace", None))]
        graph.calls.append(Call(name, fx_nodes(origins), is_extern, tracebacks[-1] if tracebacks else ""))
    else:
        graph.calls.append(Call(name, _nodes_of(schedule), is_extern))


def _origins_of(kernel: Foreign) -> list[Foreign]:
    """The FX node that a call is for; if Inductor does not know one, the nodes of the same operator, or all."""
    if kernel.origin_node is not None:
        return [kernel.origin_node]
    operator = getattr(kernel, "op_overload", None)
    return [node for node in kernel.origins if operator is not None and node.target is operator] or list(kernel.origins)


def _nodes_of(schedule: Foreign) -> list[tuple[str, str]]:
    # Between the nodes of a schedule stand marks that are none, and some are several in one.
    singles = [single for each in schedule if hasattr(each, "get_nodes") for single in each.get_nodes()]
    found = dict.fromkeys(
        node
        for single in singles
        if getattr(single, "node", None) is not None
        for node in sorted(fx_nodes(single.node.origins))
    )
    return list(found)
