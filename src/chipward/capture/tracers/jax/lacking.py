"""What is to be installed before JAX can compile for a chip that is not here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec

from chipward.capture.tracers.jax.gpu import needs
from chipward.capture.tracers.jax.selections import platform_of
from chipward.capture.tracers.jax.tpu import wheels

_BY_PLATFORM: Mapping[str, Callable[[], str | None]] = {"cuda": needs.lacking, "tpu": wheels.unfit}


def lacking_for(targets: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The targets of each platform that something is missing for, and what, in a sentence. None without JAX."""
    if find_spec("jax") is None:
        return
    for platform, lacking in _BY_PLATFORM.items():
        ours = tuple(target for target in targets if platform_of(target) == platform)
        if ours and (why := lacking()):
            yield ours, why
