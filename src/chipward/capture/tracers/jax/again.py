"""Lowering something once more: in the MLIR context that is there, and without saying again what JAX warns of.

A context knows dialects and keeps types, attributes and locations that modules share; making one takes longer than
lowering a small function.
"""

import functools
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import Hooks

_MAKES_CONTEXTS = "make_ir_context"


class _Here(threading.local):
    context: Foreign = None  # while this thread lowers again


_here = _Here()


def watch_again(mlir: ModuleType, hooks: Hooks) -> None:
    """Stand where JAX makes contexts, and where Python shows warnings."""

    def making(make: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(make)
        def made(*args: Foreign, **kwargs: Foreign) -> Foreign:
            return make(*args, **kwargs) if _here.context is None else _here.context

        return made

    def showing(show: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(show)
        def shown(*args: Foreign, **kwargs: Foreign) -> Foreign:
            return show(*args, **kwargs) if _here.context is None else None

        return shown

    if hasattr(mlir, _MAKES_CONTEXTS):  # elsewhere it takes longer
        hooks.replace(mlir, _MAKES_CONTEXTS, making, what="Lowering once more, fast", stage="stablehlo")
    hooks.replace(warnings, "_showwarnmsg", showing, what="Warnings said once only", stage="stablehlo")


@contextmanager
def again(module: Foreign) -> Iterator[None]:
    """What is lowered in here by this thread has been lowered before, to a module."""
    _here.context = module.context
    try:
        yield
    finally:
        _here.context = None
