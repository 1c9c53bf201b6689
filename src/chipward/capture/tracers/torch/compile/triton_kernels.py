"""Triton kernels on their way through Inductor: what it does with their lines, and where it defines them."""

import contextlib
import functools
from collections.abc import Callable
from operator import getitem
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import GeneratedLine, Origins, line_origins
from chipward.capture.tracers.torch.compile.graph_text import Node
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.kernels import define, lines_of_template, nodes_of
from chipward.capture.tracers.torch.compile.origins import STAMP, fx_nodes, stamp_of
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import Call, Graph, KernelText
from chipward.capture.tracers.torch.compile.triton_indices import credit_indices
from chipward.capture.tracers.torch.compile.triton_notes import Sum, notes_of
from chipward.capture.tracers.torch.compile.writing import (
    WHAT,
    Lines,
    beginning,
    filling_in,
    joining,
    putting_together,
    step_or_none,
    writing,
)

_STAGE = "triton"
_LOOKED_FOR = ("gdc_wait", "gdc_launch_dependents")  # Inductor finds these among lines that are strings and no more


def watch(triton: ModuleType, hooks: Hooks, recorder: Recorder) -> None:
    """Keep each Triton kernel as it is defined."""
    kernel, scheduling = getattr(triton, "TritonKernel", None), getattr(triton, "TritonScheduling", None)
    if not hasattr(kernel, "codegen_kernel") or not hasattr(scheduling, "define_kernel"):
        hooks.absent(WHAT, "torch._inductor.codegen.triton.TritonScheduling", _STAGE)
        return
    for owner, name, around in (
        (kernel, "codegen_kernel", _putting_together),
        (kernel, "reduction", _reducing),
        (kernel, "_lift_helper", _writing_a_helper),
        (scheduling, "codegen_template", filling_in),
    ):
        if hasattr(owner, name):
            hooks.replace(owner, name, around, what=WHAT, stage=_STAGE)
    if hasattr(kernel, "partial_accumulate"):
        hooks.after(kernel, "partial_accumulate", _accumulated, what=WHAT, stage=_STAGE)
    if hasattr(kernel, "_filter_pdl"):
        hooks.before(kernel, "_filter_pdl", _plain_again, what=WHAT, stage=_STAGE)
    hooks.after(scheduling, "define_kernel", functools.partial(_defined, recorder), what=WHAT, stage=_STAGE)


def watch_combinations(combo_kernel: ModuleType, hooks: Hooks) -> None:
    """Keep the lines of kernels that are put side by side into one."""
    kernel = getattr(combo_kernel, "ComboKernel", None)
    if hasattr(kernel, "codegen_kernel"):
        hooks.replace(kernel, "codegen_kernel", _putting_together, what=WHAT, stage=_STAGE)


def watch_templates(select_algorithm: ModuleType, hooks: Hooks) -> None:
    """Know what a template's own function of the user (`score_mod`) is generated for."""
    kernel = getattr(select_algorithm, "TritonTemplateKernel", None)
    if hasattr(kernel, "modification"):
        hooks.replace(kernel, "modification", _running_closures, what=WHAT, stage=_STAGE)


def _putting_together(codegen: Callable[..., str]) -> Callable[..., str]:
    return putting_together(codegen, _keep)


def _keep(kernel: Foreign, text: str, lines: Lines) -> None:
    for part in (kernel, *getattr(kernel, "sub_kernels", ())):
        notes_of(part).fill(text.split("\n"), lines)
    notes = notes_of(kernel)
    notes.text, notes.lines = text, lines


def _defined(recorder: Recorder, name: str, _self: object, src_code: str, nodes: Foreign, kernel: Foreign) -> None:
    graph = recorder.current()
    if graph is None:
        return
    notes = notes_of(kernel)
    is_template = notes.text != src_code
    lines = lines_of_template(src_code) if is_template else notes.lines
    if lines is not None:
        credit_indices(src_code.split("\n"), lines)
    text = KernelText(name, src_code, is_template=is_template)
    text.is_part = any(hasattr(each, "get_subkernel_nodes") for each in nodes)
    written = {node for line in lines or () if line for step in line.nodes for node in stamp_of(step)[0]}
    define(
        graph,
        text,
        lines,
        [node for node in nodes_of(nodes) if not text.is_part or node in written],
        _template_of(nodes),
    )
    if getattr(kernel, "mix_order_reduction", False):
        _call_unreported(graph, name, notes.sums, kernel)


def _template_of(schedule: Foreign) -> list[Node]:
    """The FX node of the operator that a template was chosen for."""
    templates = [each.node for each in schedule if hasattr(each, "is_template") and each.is_template()]
    return fx_nodes([_operator_of(each.origin_node) for each in templates if each.origin_node is not None])


def _operator_of(node: Foreign) -> Foreign:
    """The operator that a node is of: one of several results is picked out by a node of its own."""
    while node.target is getitem:
        node = node.args[0]
    return node


def _call_unreported(graph: Graph, name: str, sums: list[Sum], kernel: Foreign) -> None:
    """PyTorch does not report the call of a kernel that adds up rows, nor who needs the sums that it leaves undone."""
    graph.calls.append(Call(name, list(graph.kernels[name].nodes), is_extern=False))
    for (_, origins), sum_of in zip(sums, kernel.saved_partial_accumulate, strict=True):
        nodes = [node for step in (origins.nodes if origins else ()) for node in stamp_of(step)[0]]
        buffer = sum_of.buffer_name
        graph.calls.append(Call(buffer, nodes, is_extern=False, opening=rf"\s+{buffer} = \w+\[.*\]\.view\("))


def _reducing(reduction: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """A reduction that was generated before is used again, with all its lines."""

    @functools.wraps(reduction)
    def reducing(*args: Foreign, **kwargs: Foreign) -> Foreign:
        with beginning() as begun:
            result = reduction(*args, **kwargs)
        with contextlib.suppress(Exception):  # a credit that is lost is a loss that the map counts
            _share(result[0] if isinstance(result, tuple) else result, begun)
        return result

    return reducing


def _share(variable: Foreign, begun: list[Origins]) -> None:
    known: list[Origins] | None = getattr(variable, "chipward_reduction", None)
    if known is None:
        variable.chipward_reduction = begun
        return
    step = step_or_none()
    for origins in known if step is not None else ():
        origins.add(step)


def _writing_a_helper(lift: Callable[..., str]) -> Callable[..., str]:
    """A function that a scan combines values with is put together on its own, and is spliced in as a text."""

    @functools.wraps(lift)
    def lifted(kernel: Foreign, *args: Foreign, **kwargs: Foreign) -> str:
        with joining() as joined:
            name = lift(kernel, *args, **kwargs)
        with contextlib.suppress(Exception):  # a credit that is lost is a loss that the map counts
            notes_of(kernel).helper(name, line_origins(joined[-1][0]))
        return name

    return lifted


def _accumulated(_result: object, kernel: Foreign, _name: str, _kind: object, value: Foreign, *_rest: object) -> None:
    step = step_or_none()
    is_known = step is not None and step.meta.get(STAMP)  # else it would count as what it adds
    notes_of(kernel).sums.append((str(value), Origins(step) if is_known else None))


def _plain_again(_kernel: object, code: Foreign) -> None:
    code._lines = [  # noqa: SLF001 - Inductor puts its filtered lines there too
        str(line) if isinstance(line, GeneratedLine) and any(word in line for word in _LOOKED_FOR) else line
        for line in code._lines  # noqa: SLF001
    ]


def _running_closures(modify: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(modify)
    def modified(*args: Foreign, **kwargs: Foreign) -> str:
        outer, writing.runs_closures = writing.runs_closures, True
        try:
            return modify(*args, **kwargs)
        finally:
            writing.runs_closures = outer

    return modified
