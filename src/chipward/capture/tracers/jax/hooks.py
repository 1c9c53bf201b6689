"""Observing functions of JAX.

JAX writes the Python stack at a call into the program that it compiles, and shows it where something fails; its own
frames are left out, by the names of their files. A hook that stands in for a function of JAX goes by that function's
file, so that what is compiled and what is shown are the same with the hook and without it.
"""

from collections.abc import Callable
from types import FunctionType

from chipward.capture.tracers import hooks
from chipward.capture.tracers.jax.foreign import Foreign


class Hooks(hooks.Hooks):
    """The functions of JAX that are observed."""

    framework = "jax"
    inside = "jax._src"

    def replace(
        self,
        owner: object,
        name: str,
        around: Callable[[Callable[..., Foreign]], Callable[..., Foreign]],
        *,
        what: str,
        stage: str | None,
    ) -> None:
        """Put `around(original)` in the place of `owner.name`, under the name of the original's file."""
        super().replace(owner, name, lambda original: as_of(around(original), original), what=what, stage=stage)


def as_of(hook: Callable[..., Foreign], original: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """The hook, its frames as JAX's own."""
    if isinstance(hook, FunctionType) and isinstance(original, FunctionType):
        hook.__code__ = hook.__code__.replace(co_filename=original.__code__.co_filename)
    return hook
