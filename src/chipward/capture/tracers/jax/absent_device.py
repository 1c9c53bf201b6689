"""Tells Pallas which TPU it lowers a kernel for, where there is none. Imports the standard library alone.

Pallas looks at the device that a program runs on, the CPU here, and lowers some kernels only once it knows its TPU:
those whose blocks have one dimension, for instance. The program itself is told of its own device as always.
"""

import functools
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import Hooks

KINDS: Mapping[str, tuple[str, int]] = {  # as JAX is told, and how many cores of a chip are one device
    "v2": ("TPU v2", 1),
    "v3": ("TPU v3", 1),
    "v4": ("TPU v4", 2),
    "v5e": ("TPU v5 lite", 1),
    "v5p": ("TPU v5", 2),
    "v6e": ("TPU v6 lite", 1),
    "tpu7x": ("TPU7x", 1),
}
_WHAT = "Pallas kernels for TPUs"
_ASKED = ("get_device_kind", "get_num_device_cores")  # in the order of what is told of a kind
_KEPT = "get_tpu_info"  # JAX keeps its answer, and would give it to the program


class _Here(threading.local):
    kind: tuple[str, int] | None = None  # while this thread lowers for a TPU


_here = _Here()


def watch_device(tpu_info: ModuleType, hooks: Hooks) -> None:
    """Stand where Pallas asks for the device."""

    def answering(at: int) -> Callable[[Callable[..., Foreign]], Callable[..., Foreign]]:
        def around(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
            @functools.wraps(original)
            def answer() -> Foreign:
                return original() if _here.kind is None else _here.kind[at]

            return answer

        return around

    def keeping(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(original)
        def answer() -> Foreign:
            return original() if _here.kind is None else getattr(original, "__wrapped__", original)()

        return answer

    for at, name in enumerate(_ASKED):
        hooks.replace(tpu_info, name, answering(at), what=_WHAT, stage="stablehlo")
    hooks.replace(tpu_info, _KEPT, keeping, what=_WHAT, stage="stablehlo")


def kind_of(targets: Sequence[str]) -> tuple[str, int] | None:
    """Of the first TPU among the targets: what is lowered for TPUs is lowered once, for all of them."""
    generations = (target.split(":")[1] for target in targets if target.startswith("tpu:"))
    return next((KINDS[generation] for generation in generations if generation in KINDS), None)


@contextmanager
def standing_in(platform: str, targets: Sequence[str]) -> Iterator[None]:
    """While this holds, Pallas finds the TPU of a target on this thread."""
    _here.kind = kind_of(targets) if platform == "tpu" else None
    try:
        yield
    finally:
        _here.kind = None
