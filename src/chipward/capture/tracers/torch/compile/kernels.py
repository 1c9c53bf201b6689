"""Kernels as Inductor defines them: their text, and for each line of it the steps that it was written for."""

import contextlib
import functools
import threading
from collections.abc import Callable
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import (
    Origins,
    keeping_origins,
    line_origins,
    origins_of,
    writeline_marking,
)
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.origins import current_step, fx_nodes
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import Call, KernelText
from chipward.capture.tracers.torch.compile.templates import Generated, origins_in_template
from chipward.capture.tracers.torch.compile.vectors import take_reasons

_WHAT = "Which operator each generated line computes"


class _Writing(threading.local):
    """What this thread is writing."""

    prefix_of: Foreign | None = None  # the step whose reduction is being given its first value
    joined: list[tuple[Foreign, str]] | None = (
        None  # buffers that were joined into a text, while a kernel is put together
    )
    texts: dict[str, list[Origins | None]] | None = None  # kernels put together in this thread and not defined yet
    pieces: list[Generated] | None = None  # what was generated for the holes of a template, while one is filled in


_writing = _Writing()


def watch_buffers(utils: ModuleType, hooks: Hooks) -> None:
    """Let lines remember what they were written for."""
    buffer = getattr(utils, "IndentedBuffer", None)
    if buffer is None:
        hooks.absent(_WHAT, "torch._inductor.utils.IndentedBuffer", "cpp")
        return
    hooks.replace(buffer, "writeline", lambda original: writeline_marking(original, _step), what=_WHAT, stage="cpp")
    hooks.after(buffer, "getvaluewithlinemap", _joined, what=_WHAT, stage="cpp")


def watch_expressions(common: ModuleType, hooks: Hooks) -> None:
    """Credit a step with the line that already computes its expression."""
    cse = getattr(common, "CSE", None)
    if cse is None:
        hooks.absent(_WHAT, "torch._inductor.codegen.common.CSE", "cpp")
        return
    hooks.replace(cse, "generate", _sharing, what=_WHAT, stage="cpp")


def watch_kernels(cpp: ModuleType, hooks: Hooks, recorder: Recorder) -> None:
    """Keep each C++ kernel as it is defined."""
    for name, lines_of in (
        ("replace_acc_name", lambda code, _result: code._lines),  # noqa: SLF001
        ("replace_cascade_sum_with_add", lambda code, _result: code._lines),  # noqa: SLF001
        ("move_code_under_inner_loop", lambda _code, result: _Inside(result._lines)),  # noqa: SLF001
    ):
        around = functools.partial(keeping_origins, lines_of=lines_of)
        hooks.replace(cpp, name, around, what=_WHAT, stage="cpp")
    for kernel in (getattr(cpp, "CppKernel", None), getattr(cpp, "CppVecKernel", None)):
        if kernel is not None and "_gen_reduction_prefix" in vars(kernel):
            hooks.replace(kernel, "_gen_reduction_prefix", _first_value, what=_WHAT, stage="cpp")
            hooks.after(kernel, "finalize_reduction_prefix", _end_first_values, what=_WHAT, stage="cpp")
    group = getattr(cpp, "KernelGroup", None)
    scheduling = getattr(cpp, "CppScheduling", None)
    if group is None or scheduling is None:
        hooks.absent(_WHAT, "torch._inductor.codegen.cpp.CppScheduling", "cpp")
        return
    hooks.replace(group, "codegen_group", _putting_together, what=_WHAT, stage="cpp")
    if hasattr(scheduling, "codegen_template"):
        hooks.replace(scheduling, "codegen_template", _filling_in, what=_WHAT, stage="cpp")
    hooks.after(scheduling, "define_kernel", functools.partial(_defined, recorder), what=_WHAT, stage="cpp")


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


def _step() -> Foreign | None:
    return current_step() or _writing.prefix_of


def step_or_none() -> Foreign | None:
    """The step under way, None if PyTorch does not say."""
    try:
        return current_step()
    except Exception:  # noqa: BLE001 - this runs in the middle of a function of Inductor
        return None


def _joined(result: Foreign, buffer: Foreign) -> None:
    if _writing.joined is not None:
        _writing.joined.append((buffer, result.value))
    elif _writing.pieces is not None:
        origins = line_origins(buffer)
        if any(origins):
            _writing.pieces.append((result.value, origins))


def _sharing(generate: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(generate)
    def sharing(self: Foreign, buffer: Foreign, expr: Foreign, **kwargs: Foreign) -> Foreign:
        lines: Foreign = getattr(buffer, "_lines", ())
        count = len(lines)
        variable = generate(self, buffer, expr, **kwargs)
        try:
            if len(lines) > count:
                variable.chipward_origins = origins_of(lines[-1])
            elif variable is not expr:  # the expression was there already
                step, origins = current_step(), getattr(variable, "chipward_origins", None)
                if step is not None and origins is not None:
                    origins.add(step)
        except Exception:  # noqa: BLE001, S110 - a credit that is lost is a loss that the map counts
            pass
        return variable

    return sharing


def _first_value(make: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """`_gen_reduction_prefix` returns a function that is called when its step is long over."""

    @functools.wraps(make)
    def made(*args: Foreign, **kwargs: Foreign) -> Callable[..., Foreign]:
        generator = make(*args, **kwargs)
        step = step_or_none()

        def generate(*inner: Foreign, **options: Foreign) -> Foreign:
            _writing.prefix_of = step
            return generator(*inner, **options)

        return generate

    return made


def _end_first_values(*_args: object, **_kwargs: object) -> None:
    _writing.prefix_of = None


def _putting_together(codegen_group: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(codegen_group)
    def put_together(*args: Foreign, **kwargs: Foreign) -> str:
        joined: list[tuple[Foreign, str]] = []
        _writing.joined = joined
        try:
            text = codegen_group(*args, **kwargs)
        finally:
            _writing.joined = None
        with contextlib.suppress(Exception):  # lines without their origins are a loss that the map counts
            _writing.texts = {value: line_origins(buffer) for buffer, value in joined if value == text}
        return text

    return put_together


def _filling_in(codegen_template: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(codegen_template)
    def filled_in(*args: Foreign, **kwargs: Foreign) -> Foreign:
        _writing.pieces = []
        try:
            return codegen_template(*args, **kwargs)
        finally:
            _writing.pieces = None

    return filled_in


def _defined(
    recorder: Recorder, name: str, _self: object, src_code: str, nodes: Foreign, _kernel_args: object = None
) -> None:
    graph = recorder.current()
    if graph is None:
        return
    kernel = graph.kernels.get(name)
    reasons = take_reasons()
    origins = (_writing.texts or {}).get(src_code)
    is_template = origins is None
    if is_template and _writing.pieces:
        origins = origins_in_template(src_code, _writing.pieces)
    if kernel is None:
        kernel = graph.kernels[name] = KernelText(name, src_code, is_template=is_template, scalar_reasons=reasons)
    if origins is not None:
        kernel.uses.append(origins)
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
    found = dict.fromkeys(
        node
        for scheduled in schedule
        if getattr(scheduled, "node", None) is not None
        for node in sorted(fx_nodes(scheduled.node.origins))
    )
    return list(found)


class _Inside:
    """The lines of a loop that Inductor wrote around others: they begin after its head and its brace."""

    _HEAD = 2

    def __init__(self, lines: list[Foreign]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines) - self._HEAD

    def __getitem__(self, index: int) -> Foreign:
        return self._lines[index + self._HEAD]

    def __setitem__(self, index: int, line: Foreign) -> None:
        self._lines[index + self._HEAD] = line
