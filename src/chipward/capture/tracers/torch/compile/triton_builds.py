"""Triton kernels as the wrapper hands them over to be compiled: each is a file of its own."""

import functools
from collections.abc import Callable
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import BuiltKernel, Graph
from chipward.capture.tracers.torch.compile.syntax import TRITON

_WHAT = "The Triton kernels"
_GIVEN = "What your GPU was given"


class TritonBuilds:
    """The Triton kernels of this process, by the name that the wrapper gives them."""

    def __init__(self, recorder: Recorder, hooks: Hooks) -> None:
        self._recorder = recorder
        self._hooks = hooks
        self._asked: dict[int, tuple[Foreign, str]] = {}  # what the wrapper got for a source, by its identity

    def watch_wrappers(self, async_compile: ModuleType) -> None:
        """Note which source belongs to which kernel, and when the wrapper has all of them."""
        compiler = getattr(async_compile, "AsyncCompile", None)
        if not hasattr(compiler, "triton"):
            self._hooks.absent(_WHAT, "torch._inductor.async_compile.AsyncCompile.triton", "triton")
            return
        self._hooks.after(compiler, "triton", self._handed_over, what=_WHAT, stage="triton")
        self._hooks.replace(compiler, "wait", self._waiting, what=_WHAT, stage="triton")

    def _handed_over(
        self, result: object, _compiler: object, _name: str, source_code: str, *_args: object, **_kwargs: object
    ) -> None:
        self._asked[id(result)] = (result, source_code)

    def _waiting(self, wait: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(wait)
        def waiting(compiler: Foreign, scope: dict[str, Foreign], *args: Foreign, **kwargs: Foreign) -> Foreign:
            with self._recorder.session.guard(_WHAT, "triton"), self._recorder.lock:
                self._keep(
                    [(name, self._asked[id(value)][1]) for name, value in scope.items() if id(value) in self._asked]
                )
            result = wait(compiler, scope, *args, **kwargs)
            with self._recorder.session.guard(_GIVEN, "cubin"), self._recorder.lock:
                self._note_given(scope)
            return result

        return waiting

    def _keep(self, named: list[tuple[str, str]]) -> None:
        self._asked.clear()
        graph = self._recorder.current()
        if graph is None:
            return
        for name, source in named:
            with self._recorder.session.guard(f"The kernel {name}", "triton", unit=graph.unit):
                graph.built[name] = BuiltKernel(name, source, None, text=source, syntax=TRITON)
                keep_kernel(self._recorder, graph, graph.built[name])

    def _note_given(self, scope: dict[str, Foreign]) -> None:
        """Note what a GPU of this machine was given. By now the wrapper has a tuner in the place of each name."""
        graph = self._recorder.current()
        gpu = self._recorder.compilations[graph.compile].gpu if graph else None
        if graph is None or gpu is None:
            return
        from chipward.capture.tracers.torch.own_gpu.given import Given  # noqa: PLC0415 -- who has a GPU pays

        given = self._recorder.given = self._recorder.given or Given(self._recorder)
        for kernel in graph.built.values():
            if kernel.syntax is TRITON and kernel.name in scope:
                with self._recorder.session.guard(f"{_GIVEN} of {kernel.name}", "cubin", unit=kernel.unit):
                    given.note(gpu, kernel, scope[kernel.name])


def keep_kernel(recorder: Recorder, graph: Graph, kernel: BuiltKernel) -> None:
    """Write down a kernel: the file that Triton compiles, byte for byte, so that Triton's line numbers are its own."""
    journal = recorder.session.journal
    unit = journal.unit(
        f"{graph.unit.replace('graph', 'kernel', 1)}-{kernel.name}", name=kernel.name, kind="kernel", parent=graph.unit
    )
    journal.seen(unit)
    kernel.unit = unit
    kernel.artifact = journal.artifact(
        unit,
        "triton",
        stage="triton",
        kind="triton-kernel",
        title="Triton kernel",
        content=kernel.source,
        how="The file that Inductor hands to Triton",
        origin=recorder.scope.origin,
        versions=(recorder.version,),
    )
