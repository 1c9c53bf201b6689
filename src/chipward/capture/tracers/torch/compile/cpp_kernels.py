"""C++ kernels on their way through Inductor: what it does with their lines, and where it defines them."""

import functools
import threading
from collections.abc import Callable
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import keeping_origins
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.kernels import define, lines_of_template, nodes_of
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import KernelText
from chipward.capture.tracers.torch.compile.vectors import take_reasons
from chipward.capture.tracers.torch.compile.writing import (
    WHAT,
    Lines,
    filling_in,
    putting_together,
    step_or_none,
    writing,
)


def watch(cpp: ModuleType, hooks: Hooks, recorder: Recorder) -> None:
    """Keep each C++ kernel as it is defined."""
    for name, lines_of in (
        ("replace_acc_name", lambda code, _result: code._lines),  # noqa: SLF001
        ("replace_cascade_sum_with_add", lambda code, _result: code._lines),  # noqa: SLF001
        ("move_code_under_inner_loop", lambda _code, result: _Inside(result._lines)),  # noqa: SLF001
    ):
        around = functools.partial(keeping_origins, lines_of=lines_of)
        hooks.replace(cpp, name, around, what=WHAT, stage="cpp")
    for kernel in (getattr(cpp, "CppKernel", None), getattr(cpp, "CppVecKernel", None)):
        if kernel is not None and "_gen_reduction_prefix" in vars(kernel):
            hooks.replace(kernel, "_gen_reduction_prefix", _first_value, what=WHAT, stage="cpp")
            hooks.after(kernel, "finalize_reduction_prefix", _end_first_values, what=WHAT, stage="cpp")
    group = getattr(cpp, "KernelGroup", None)
    scheduling = getattr(cpp, "CppScheduling", None)
    if group is None or scheduling is None:
        hooks.absent(WHAT, "torch._inductor.codegen.cpp.CppScheduling", "cpp")
        return
    texts = _Texts()
    around_group = functools.partial(putting_together, keep=texts.keep)
    hooks.replace(group, "codegen_group", around_group, what=WHAT, stage="cpp")
    if hasattr(scheduling, "codegen_template"):
        hooks.replace(scheduling, "codegen_template", filling_in, what=WHAT, stage="cpp")
    hooks.after(scheduling, "define_kernel", functools.partial(_defined, recorder, texts), what=WHAT, stage="cpp")


class _Texts(threading.local):
    """The kernel that this thread put together last, by its text: it is defined next."""

    def __init__(self) -> None:
        self._lines: dict[str, Lines] = {}

    def keep(self, _group: object, text: str, lines: Lines) -> None:
        """Keep it until it is defined."""
        self._lines = {text: lines}

    def of(self, text: str) -> Lines | None:
        """What its lines were written for."""
        return self._lines.get(text)


def _defined(
    recorder: Recorder,
    texts: _Texts,
    name: str,
    _self: object,
    src_code: str,
    nodes: Foreign,
    _kernel_args: object = None,
) -> None:
    lines, reasons, graph = texts.of(src_code), take_reasons(), recorder.current()
    if graph is not None:
        kernel = KernelText(name, src_code, is_template=lines is None, scalar_reasons=reasons)
        define(graph, kernel, lines_of_template(src_code) if lines is None else lines, nodes_of(nodes))


def _first_value(make: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """`_gen_reduction_prefix` returns a function that is called when its step is long over."""

    @functools.wraps(make)
    def made(*args: Foreign, **kwargs: Foreign) -> Callable[..., Foreign]:
        generator = make(*args, **kwargs)
        step = step_or_none()

        def generate(*inner: Foreign, **options: Foreign) -> Foreign:
            writing.stand_in = step
            return generator(*inner, **options)

        return generate

    return made


def _end_first_values(*_args: object, **_kwargs: object) -> None:
    writing.stand_in = None


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
