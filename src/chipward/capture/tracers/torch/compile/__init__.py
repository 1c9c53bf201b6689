"""What `torch.compile` makes of a program: watched while it compiles, in the program's own process."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile import (
    bytecode,
    cpp_kernels,
    inductor_ir,
    kernels,
    origins,
    replaced,
    row_sums,
    structured,
    triton_kernels,
    vectors,
    writing,
)
from chipward.capture.tracers.torch.compile.builds import Builds
from chipward.capture.tracers.torch.compile.cache import VARIABLE, OwnCache
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.scope import OF_THE_PROGRAM, Scope
from chipward.capture.tracers.torch.compile.triton_builds import TritonBuilds
from chipward.capture.tracers.torch.own_gpu.eager import tell_of_eager_code
from chipward.capture.tracers.torch.targets.selections import served

Part = Callable[["_Watch", ModuleType], None]


class _Watch:
    """The watch over one session's compilations."""

    def __init__(self, session: Session, scope: Scope = OF_THE_PROGRAM) -> None:
        self.session = session
        self.hooks = Hooks(session)
        self.is_for_targets = bool(served(session.options.targets))
        self.recorder = Recorder(session, scope)
        self.builds = Builds(self.recorder, self.hooks)
        self.triton_builds = TritonBuilds(self.recorder, self.hooks)
        self.handler = structured.TraceHandler(self.recorder.take)
        self.cache: OwnCache | None = None
        self.raised_level = False
        self.bytecode: Foreign = None
        self.error_before: BaseException | None = None
        if self.is_for_targets:
            from chipward.capture.tracers.torch.targets.asked_for_a_gpu import latest_error  # noqa: PLC0415 -- who asks for it pays

            self.error_before = latest_error()

    def own_cache(self, _module: ModuleType) -> None:
        if not self.session.options.reuse_caches:
            self.cache = OwnCache(self.session.journal.folder)
            self.session.journal.environment(settings={VARIABLE: "a folder of the trace's own"})

    def dynamo(self, convert_frame: ModuleType) -> None:
        structured.attach(self.handler)
        compiled = getattr(convert_frame, "FRAME_COUNTER", 0)
        if compiled:
            why = f"Dynamo had begun {compiled} {'frame' if compiled == 1 else 'frames'} when the trace began."
            self.session.missing("What was compiled before", why, stage="dynamo")
        self.bytecode = bytecode.watch(convert_frame, self.hooks, self.recorder)

    def logs(self, internal: ModuleType) -> None:
        self.hooks.replace(
            internal,
            "trace_structured",
            lambda original: structured.sparing(original, self.handler, self.recorder.takes),
            what="Which reports of PyTorch are of use",
            stage=None,
        )
        self.hooks.replace(
            internal,
            "_init_logs",
            lambda original: structured.reattaching(original, self.handler),
            what="What PyTorch reports after the program has set up its logs",
            stage=None,
        )

    def settings(self, config: ModuleType) -> None:
        if self.session.options.reuse_caches:
            why = "Provenance tracking would change the keys of your caches, so it stays as the program has it."
            self.session.missing("Which node of Dynamo's graph each later node comes from", why, stage="inductor")
        elif hasattr(config.trace, "provenance_tracking_level"):
            if not config.trace.provenance_tracking_level:
                self.hooks.set_attribute(config.trace, "provenance_tracking_level", 1)
                self.raised_level = True
                asked = {"torch._inductor.config.trace.provenance_tracking_level": "1"}
                self.session.journal.environment(settings=asked)
        else:
            self.hooks.absent(
                "Which node of Dynamo's graph each later node comes from",
                "torch._inductor.config.trace.provenance_tracking_level",
                "inductor",
            )

    def debug(self, debug: ModuleType) -> None:
        inductor_ir.watch(debug, self.hooks, self.recorder)
        kernels.watch_calls(debug, self.hooks, self.recorder)

    def cpp(self, cpp: ModuleType) -> None:
        cpp_kernels.watch(cpp, self.hooks, self.recorder)
        vectors.watch(cpp, self.hooks)

    def loops(self, ir: ModuleType) -> None:
        origins.watch_loops(ir, self.hooks)
        row_sums.watch_buffers(ir, self.hooks)

    def steps(self, loop_body: ModuleType) -> None:
        origins.watch_steps(loop_body, self.hooks)
        row_sums.watch_bodies(loop_body, self.hooks)

    def wrappers(self, async_compile: ModuleType) -> None:
        self.builds.watch_wrappers(async_compile)
        self.triton_builds.watch_wrappers(async_compile)

    def wrapper(self, wrapper: ModuleType) -> None:
        # Provenance tracking writes comments into the wrapper. The trace asked for it, the program did not: its code
        # stays as it would have been.
        if self.raised_level:
            kernels.without_handles(wrapper, self.hooks)

    def graphs(self, compile_fx: ModuleType) -> None:
        if self.is_for_targets:
            from chipward.capture.tracers.torch.targets.recording import watch  # noqa: PLC0415 -- likewise

            watch(compile_fx, self.hooks, self.recorder)

    def choices(self, triton_heuristics: ModuleType) -> None:
        from chipward.capture.tracers.torch.own_gpu.choices import watch  # noqa: PLC0415 -- likewise

        watch(triton_heuristics, self.hooks, self.recorder)

    def templates(self, select_algorithm: ModuleType) -> None:
        from chipward.capture.tracers.torch.own_gpu.choices import watch_ways  # noqa: PLC0415 -- likewise

        triton_kernels.watch_templates(select_algorithm, self.hooks)
        watch_ways(select_algorithm, self.hooks, self.recorder)

    def stop(self) -> None:
        if self.is_for_targets:
            from chipward.capture.tracers.torch.targets.asked_for_a_gpu import tell  # noqa: PLC0415 -- likewise

            with self.session.guard("What ended the program"):
                tell(self.session, self.error_before)
            from chipward.capture.tracers.torch.targets.own_kernels.uncalled import tell_of_uncalled  # noqa: PLC0415 -- likewise

            with self.session.guard("Triton kernels of the program that no graph calls"):
                tell_of_uncalled(self.session, self.recorder.described)
        structured.detach(self.handler)
        if self.bytecode is not None:
            self.bytecode.remove()
        self.recorder.stop()
        self.hooks.undo()
        if self.cache is not None:
            self.cache.restore()


_PARTS: Mapping[str, Part] = {
    "torch._inductor.runtime.cache_dir_utils": _Watch.own_cache,
    "torch._logging._internal": _Watch.logs,
    "torch._dynamo.convert_frame": _Watch.dynamo,
    "torch._inductor.config": _Watch.settings,
    "torch._inductor.debug": _Watch.debug,
    "torch._inductor.utils": lambda watch, module: writing.watch_buffers(module, watch.hooks),
    "torch._inductor.ir": _Watch.loops,
    "torch._inductor.loop_body": _Watch.steps,
    "torch._inductor.subgraph_lowering": lambda watch, module: origins.watch_functions(module, watch.hooks),
    "torch._inductor.codegen.common": lambda watch, module: writing.watch_expressions(module, watch.hooks),
    "torch._inductor.codegen.cpp": _Watch.cpp,
    "torch._inductor.codegen.wrapper": _Watch.wrapper,
    "torch._inductor.cpp_builder": lambda watch, module: watch.builds.watch_builder(module),
    "torch._inductor.async_compile": _Watch.wrappers,
    "torch._inductor.codegen.triton": lambda watch, module: triton_kernels.watch(module, watch.hooks, watch.recorder),
    "torch._inductor.codegen.triton_combo_kernel": lambda watch, module: triton_kernels.watch_combinations(
        module, watch.hooks
    ),
    "torch._inductor.compile_fx": _Watch.graphs,
    "torch._inductor.runtime.triton_heuristics": _Watch.choices,
    "torch._inductor.pattern_matcher": lambda watch, module: replaced.watch(module, watch.hooks, watch.recorder),
    "torch._inductor.select_algorithm": _Watch.templates,
}


@contextmanager
def watching(session: Session, scope: Scope) -> Iterator[Recorder]:
    """Watch at once, for as long as the context lasts, in a process that is chipward's own."""
    watch = _Watch(session, scope)
    try:
        for name, part in _PARTS.items():
            with session.guard(f"What {name} does"):
                part(watch, import_module(name))
        yield watch.recorder
    finally:
        watch.stop()


class CompileTracer:
    """Watches `torch.compile`. Nothing of it is imported before the program imports it."""

    def __init__(self) -> None:
        self._watches: dict[int, _Watch] = {}
        self.watches = {name: self._hook(part) for name, part in _PARTS.items()}

    def stop(self, session: Session) -> None:
        """Write down what is still held back, and put PyTorch back as it was."""
        watch = self._watches.pop(id(session), None)
        if watch is not None:
            with session.guard("What eager code launched on your GPU"):
                tell_of_eager_code(session)
            watch.stop()

    def _hook(self, part: Part) -> Callable[[ModuleType, Session], None]:
        def hook(module: ModuleType, session: Session) -> None:
            watch = self._watches.setdefault(id(session), _Watch(session))
            part(watch, module)

        return hook


TRACER = CompileTracer()
