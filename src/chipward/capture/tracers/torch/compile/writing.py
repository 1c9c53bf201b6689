"""Generated code on its way through Inductor's buffers: each line remembers the step that it was written for."""

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import (
    Origins,
    line_origins,
    origins_of,
    writeline_marking,
)
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.origins import current_step, running_closure
from chipward.capture.tracers.torch.compile.templates import Generated

WHAT = "Which operator each generated line computes"

Lines = list[Origins | None]  # for each line of a text what it was written for


class _Writing(threading.local):
    """What this thread is writing."""

    stand_in: Foreign | None = None  # what lines are written for while no step is under way
    joined: list[tuple[Foreign, str]] | None = None  # buffers that were joined into a text, while a kernel is made
    pieces: list[Generated] | None = None  # what was generated for the holes of a template, while one is filled in
    begun: list[Origins] | None = None  # what lines were written for, while somebody counts them
    runs_closures: bool = False  # closures of loops are run as they stand, without a step for each of their operations


writing = _Writing()


def watch_buffers(utils: ModuleType, hooks: Hooks) -> None:
    """Let lines remember what they were written for."""
    buffer = getattr(utils, "IndentedBuffer", None)
    if buffer is None:
        hooks.absent(WHAT, "torch._inductor.utils.IndentedBuffer", "inductor")
        return
    around = functools.partial(writeline_marking, current=_step, begun=_begun)
    hooks.replace(buffer, "writeline", around, what=WHAT, stage="inductor")
    hooks.after(buffer, "getvaluewithlinemap", _joined, what=WHAT, stage="inductor")


def watch_expressions(common: ModuleType, hooks: Hooks) -> None:
    """Credit a step with the line that already computes its expression."""
    cse = getattr(common, "CSE", None)
    if cse is None:
        hooks.absent(WHAT, "torch._inductor.codegen.common.CSE", "inductor")
        return
    hooks.replace(cse, "generate", _sharing, what=WHAT, stage="inductor")


def step_or_none() -> Foreign | None:
    """The step under way, None if PyTorch does not say."""
    try:
        return _under_way()
    except Exception:  # noqa: BLE001 - this runs in the middle of a function of Inductor
        return None


@contextlib.contextmanager
def joining() -> Iterator[list[tuple[Foreign, str]]]:
    """Collect each buffer that is joined into a text meanwhile, with the text."""
    outer = writing.joined
    joined: list[tuple[Foreign, str]] = []
    writing.joined = joined
    try:
        yield joined
    finally:
        writing.joined = outer


@contextlib.contextmanager
def beginning() -> Iterator[list[Origins]]:
    """Collect what the lines that are written meanwhile are for."""
    outer = writing.begun
    begun: list[Origins] = []
    writing.begun = begun
    try:
        yield begun
    finally:
        writing.begun = outer


def putting_together(codegen: Callable[..., str], keep: Callable[[Foreign, str, Lines], None]) -> Callable[..., str]:
    """A function of Inductor that puts a kernel together: `keep(owner, text, lines)` is told what comes of it."""

    @functools.wraps(codegen)
    def put_together(owner: Foreign, *args: Foreign, **kwargs: Foreign) -> str:
        with joining() as joined:
            text = codegen(owner, *args, **kwargs)
        with contextlib.suppress(Exception):  # lines without their origins are a loss that the map counts
            for buffer, value in joined:
                if value == text:
                    keep(owner, text, line_origins(buffer))
        return text

    return put_together


def filling_in(codegen_template: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """A function of Inductor that fills in a template: what is generated meanwhile goes into its holes."""

    @functools.wraps(codegen_template)
    def filled_in(*args: Foreign, **kwargs: Foreign) -> Foreign:
        writing.pieces = []
        try:
            return codegen_template(*args, **kwargs)
        finally:
            writing.pieces = None

    return filled_in


def _step() -> Foreign | None:
    return _under_way() or writing.stand_in


def _under_way() -> Foreign | None:
    return current_step() or (running_closure() if writing.runs_closures else None)


def _begun(origins: Origins) -> None:
    if writing.begun is not None:
        writing.begun.append(origins)


def _joined(result: Foreign, buffer: Foreign) -> None:
    if writing.joined is not None:
        writing.joined.append((buffer, result.value))
    elif writing.pieces is not None:
        origins = line_origins(buffer)
        if any(origins):
            writing.pieces.append((result.value, origins))


def _lines_of(buffer: Foreign) -> Foreign:
    try:
        return buffer._lines  # noqa: SLF001 - Inductor reads them the same way
    except Exception:  # noqa: BLE001 - a buffer that must not be touched stands where a template has none
        return ()


def _sharing(generate: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(generate)
    def sharing(self: Foreign, buffer: Foreign, expr: Foreign, **kwargs: Foreign) -> Foreign:
        lines = _lines_of(buffer)
        count = len(lines)
        variable = generate(self, buffer, expr, **kwargs)
        try:
            if len(lines) > count:
                variable.chipward_origins = origins_of(lines[-1])
            elif variable is not expr:  # the expression was there already
                step, origins = _under_way(), getattr(variable, "chipward_origins", None)
                if step is not None and origins is not None:
                    origins.add(step)
        except Exception:  # noqa: BLE001, S110 - a credit that is lost is a loss that the map counts
            pass
        return variable

    return sharing
