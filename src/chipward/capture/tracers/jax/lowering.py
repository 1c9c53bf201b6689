"""Where JAX lowers a jaxpr to StableHLO: what went in, what came out, and the same lowered once more with tags.

This is reached once for each compilation, by `jax.jit` and by what is dispatched without it. Only here is everything in
force that decides what comes out: meshes, precisions, 64-bit types. So this is where the jaxpr is lowered again, with
tags, and for the platforms of the targets. Nothing is compiled for that, and the program is handed what JAX made.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType

from chipward.capture.memory import without_addresses
from chipward.capture.session import Session
from chipward.capture.tracers.jax.absent_client import AbsentTpu
from chipward.capture.tracers.jax.absent_device import standing_in
from chipward.capture.tracers.jax.again import again
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import Hooks
from chipward.capture.tracers.jax.numbering import Copy, tagged
from chipward.capture.tracers.jax.pallas_kernels import compiled_kernels, silent_kernels

PLACE = "lower_jaxpr_to_module"
_WHAT, _STAGE = "How functions were traced and lowered", "tracing"


@dataclass
class Lowering:
    """One jaxpr, lowered."""

    name: str  # jit(step)
    jaxpr: Foreign
    module: Foreign  # what the program compiles
    arguments: dict[str, Foreign]
    copy: Copy
    again: dict[tuple[str, bool], Foreign] = field(default_factory=dict)  # by platform, and whether with tags
    failed: dict[tuple[str, bool], str] = field(default_factory=dict)  # and why

    @property
    def platform(self) -> str:
        """The platform that the program lowers for."""
        platforms = self.arguments.get("platforms") or ("cpu",)
        return str(platforms[0])

    @property
    def needs_tags(self) -> bool:
        """Whether tags tell anything: all of what came of a single equation comes from it."""
        return len(self.copy.equations) > 1


def watch_lowering(
    mlir: ModuleType, hooks: Hooks, session: Session, platforms: tuple[str, ...], lowered: Callable[[Lowering], None]
) -> None:
    """Call `lowered` after each lowering, with the same lowered again for the platforms."""
    wall = session.guard(_WHAT, _STAGE)

    def around(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(original)
        def observed(name: Foreign, jaxpr: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
            result = original(name, jaxpr, *args, **kwargs)
            with wall:
                lowering = Lowering(str(name), jaxpr, result.module, kwargs, tagged(jaxpr))
                for platform, with_tags in Steps(lowering, platforms):
                    # Called from here and from nowhere deeper: JAX keeps the stack, and it is to be the same.
                    try:
                        with again(result.module), standing_in(platform, session.options.targets):
                            copy = lowering.copy.jaxpr if with_tags else jaxpr
                            if platform == lowering.platform:
                                told, copy = kwargs, silent_kernels(copy)
                            else:
                                told, copy = _for_platform(kwargs, platform), compiled_kernels(copy)
                            lowering.again[platform, with_tags] = original(name, copy, *args, **told).module
                    except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason
                        lowering.failed[platform, with_tags] = _told(error)
                lowered(lowering)
            return result

        return observed

    hooks.replace(mlir, PLACE, around, what=_WHAT, stage=_STAGE)


class Steps:
    """What is to be lowered again, decided step by step: once for each platform, with tags if they change nothing.

    Whether they do is seen on the program's own platform, where there is StableHLO without tags to compare with.
    """

    def __init__(self, lowering: Lowering, platforms: tuple[str, ...]) -> None:
        self._lowering = lowering
        self._platforms = [platform for platform in platforms if platform != lowering.platform]
        self._at = -1 if lowering.needs_tags else 0
        self._tags: bool | None = None

    def __iter__(self) -> "Steps":
        return self

    def __next__(self) -> tuple[str, bool]:
        at, self._at = self._at, self._at + 1
        if at < 0:
            return self._lowering.platform, True
        if self._tags is None:
            self._tags = self._tags_change_nothing()
        if at >= len(self._platforms):
            raise StopIteration
        return self._platforms[at], self._tags

    def _tags_change_nothing(self) -> bool:
        lowering = self._lowering
        own = lowering.again.get((lowering.platform, True))
        if own is None:
            return False
        if _operations(own) == _operations(lowering.module):
            return True
        del lowering.again[lowering.platform, True]
        lowering.failed[lowering.platform, True] = "With tags, JAX lowers the function to other StableHLO."
        return False


def _for_platform(arguments: dict[str, Foreign], platform: str) -> dict[str, Foreign]:
    absent = {"backend": AbsentTpu()} if platform == AbsentTpu.platform and "backend" in arguments else {}
    return arguments | {"platforms": (platform,)} | absent


def _operations(module: Foreign) -> str:
    return str(module.operation.get_asm(enable_debug_info=False))


def _told(error: Exception) -> str:
    first = str(error).partition("\n")[0].rstrip(".")
    return without_addresses(f"{type(error).__name__}: {first}.")
