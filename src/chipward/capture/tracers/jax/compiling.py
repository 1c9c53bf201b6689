"""Where XLA compiles a module in the program: the options, the executable that runs, and whether a cache answered."""

import functools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from chipward.capture.session import Session
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import Hooks

PLACE = "compile_or_get_cached"
_COMPILERS = ("backend_compile_and_load", "backend_compile")  # as versions call it
_READ, _WRITE = "_cache_read", "_cache_write"
_WHAT, _STAGE = "What XLA made of the program", "xla"
_CACHE = "That JAX's compilation cache does not answer"


@dataclass(frozen=True)
class Compilation:
    """One module, compiled."""

    backend: Foreign
    module: Foreign
    options: Foreign
    executable: Foreign
    seconds: float
    cached: bool  # answered by JAX's compilation cache


class _Here(threading.local):
    compiled = False


def watch_compiling(
    compiler: ModuleType, hooks: Hooks, session: Session, compiled: Callable[[Compilation], None]
) -> None:
    """Call `compiled` after each module that XLA has compiled, or that a cache has answered for."""
    wall = session.guard(_WHAT, _STAGE)
    here = _Here()

    def around(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(original)
        def observed(
            backend: Foreign, module: Foreign, devices: Foreign, options: Foreign, *args: Foreign, **kwargs: Foreign
        ) -> Foreign:
            here.compiled, began = False, time.perf_counter()
            executable = original(backend, module, devices, options, *args, **kwargs)
            seconds = time.perf_counter() - began
            with wall:
                compiled(Compilation(backend, module, options, executable, seconds, cached=not here.compiled))
            return executable

        return observed

    def noting(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(original)
        def noted(*args: Foreign, **kwargs: Foreign) -> Foreign:
            here.compiled = True
            return original(*args, **kwargs)

        return noted

    name = next((name for name in _COMPILERS if hasattr(compiler, name)), _COMPILERS[0])
    hooks.replace(compiler, name, noting, what="Whether a cache answered", stage=_STAGE)
    hooks.replace(compiler, PLACE, around, what=_WHAT, stage=_STAGE)


def compile_afresh(compiler: ModuleType, hooks: Hooks) -> None:
    """Keep JAX's compilation cache from answering, and as it is."""

    def finding_nothing(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(original)
        def found(*_args: Foreign, **_kwargs: Foreign) -> Foreign:
            return None, None

        return found

    def keeping_nothing(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(original)
        def kept(*_args: Foreign, **_kwargs: Foreign) -> None:
            return None

        return kept

    hooks.replace(compiler, _READ, finding_nothing, what=_CACHE, stage=_STAGE)
    hooks.replace(compiler, _WRITE, keeping_nothing, what=_CACHE, stage=_STAGE)
