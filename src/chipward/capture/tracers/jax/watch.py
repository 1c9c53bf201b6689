"""Watches what JAX traces, lowers and compiles, in the program's own process."""

from collections.abc import Callable, Mapping
from types import ModuleType

from chipward.capture.session import Session
from chipward.capture.tracers.jax import compilations
from chipward.capture.tracers.jax.absent_device import watch_device
from chipward.capture.tracers.jax.again import watch_again
from chipward.capture.tracers.jax.compiling import compile_afresh, watch_compiling
from chipward.capture.tracers.jax.hooks import Hooks
from chipward.capture.tracers.jax.lowering import watch_lowering
from chipward.capture.tracers.jax.selections import platform_of
from chipward.capture.tracers.jax.tested import untested

_PLATFORMS = ("cuda", "tpu")  # that JAX compiles for without the device
Part = Callable[["_Watch", ModuleType], None]


class _Watch:
    """The watch over one session's compilations."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.hooks = Hooks(session)
        self.compilations = compilations.of(session)

    def version(self, jax_version: ModuleType) -> None:
        version = str(jax_version.__version__)
        if (why := untested(version)) is not None:
            self.session.missing(f"What differs in JAX {version}", why, stage="tracing")

    def lowering(self, mlir: ModuleType) -> None:
        asked = dict.fromkeys(map(platform_of, self.session.options.targets))
        platforms = tuple(platform for platform in asked if platform in _PLATFORMS)
        watch_again(mlir, self.hooks)
        watch_lowering(mlir, self.hooks, self.session, platforms, self.compilations.lowered)

    def device(self, tpu_info: ModuleType) -> None:
        if any(platform_of(target) == "tpu" for target in self.session.options.targets):
            watch_device(tpu_info, self.hooks)

    def already(self, pxla: ModuleType) -> None:
        known = getattr(getattr(pxla, "_cached_lowering_to_hlo", None), "cache_info", None)
        before = known().currsize if known is not None else 0
        if before:
            why = f"JAX had lowered {before} {'function' if before == 1 else 'functions'} when the trace began."
            self.session.missing("What was compiled before", why, stage="tracing")

    def compiling(self, compiler: ModuleType) -> None:
        if not self.session.options.reuse_caches:
            compile_afresh(compiler, self.hooks)
        watch_compiling(compiler, self.hooks, self.session, self.compilations.compiled)

    def stop(self) -> None:
        self.hooks.undo()


_PARTS: Mapping[str, Part] = {
    "jax.version": _Watch.version,
    "jax._src.interpreters.mlir": _Watch.lowering,
    "jax._src.interpreters.pxla": _Watch.already,
    "jax._src.pallas.mosaic.tpu_info": _Watch.device,
    "jax._src.compiler": _Watch.compiling,
}


class JaxTracer:
    """Watches JAX. Nothing of it is imported before the program imports it."""

    def __init__(self) -> None:
        self._watches: dict[int, _Watch] = {}
        self.watches = {name: self._hook(part) for name, part in _PARTS.items()}

    def stop(self, session: Session) -> None:
        """Put JAX back as it was."""
        watch = self._watches.pop(id(session), None)
        if watch is not None:
            watch.stop()

    def _hook(self, part: Part) -> Callable[[ModuleType, Session], None]:
        def hook(module: ModuleType, session: Session) -> None:
            watch = self._watches.setdefault(id(session), _Watch(session))
            part(watch, module)

        return hook


TRACER = JaxTracer()
