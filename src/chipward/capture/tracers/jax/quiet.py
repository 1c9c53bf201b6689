"""Keeps what JAX warns of from being said again while something is lowered once more, in that thread alone."""

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import Hooks


class _Here(threading.local):
    quiet = False


_here = _Here()


def watch_warnings(hooks: Hooks) -> None:
    """Stand where Python shows warnings."""

    def around(show: Callable[..., Foreign]) -> Callable[..., Foreign]:
        def shown(*args: Foreign, **kwargs: Foreign) -> Foreign:
            return None if _here.quiet else show(*args, **kwargs)

        return shown

    hooks.replace(warnings, "_showwarnmsg", around, what="Warnings said once only", stage="stablehlo")


@contextmanager
def said_before() -> Iterator[None]:
    """What is warned of in here has been said."""
    _here.quiet = True
    try:
        yield
    finally:
        _here.quiet = False
