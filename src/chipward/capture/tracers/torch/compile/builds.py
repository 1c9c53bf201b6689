"""The C++ compiler: which command Inductor sets up for each kernel, and the shared object that comes of it.

Inductor may build in threads or in processes of its own; the command is set up in the program's process, always.
"""

import functools
import os
import shlex
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from chipward.capture.tracers.torch.compile.cache import cache_folder, without_cache_folder
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import Build, BuiltKernel, Graph

_WHAT = "The C++ kernels and their machine code"


class Builds:
    """The builds of this process, by the source that the wrapper handed over."""

    def __init__(self, recorder: Recorder, hooks: Hooks) -> None:
        self._recorder = recorder
        self._hooks = hooks
        self._by_source: dict[str, Build] = {}
        self._asked: dict[int, tuple[Foreign, str]] = {}  # what the wrapper got for a source, by its identity
        self._setting_up = threading.local()

    def watch_builder(self, cpp_builder: ModuleType) -> None:
        """Note the command as Inductor sets it up."""
        builder = getattr(cpp_builder, "CppBuilder", None)
        if not hasattr(builder, "get_command_line"):
            self._hooks.absent(_WHAT, "torch._inductor.cpp_builder.CppBuilder", "cpp")
            return
        self._hooks.after(builder, "__init__", self._set_up, what="The compiler's command", stage="cpp")

    def watch_wrappers(self, async_compile: ModuleType) -> None:
        """Note which source belongs to which kernel, and when all are built."""
        compiler = getattr(async_compile, "AsyncCompile", None)
        if not hasattr(compiler, "cpp_pybinding"):
            self._hooks.absent(_WHAT, "torch._inductor.async_compile.AsyncCompile.cpp_pybinding", "cpp")
            return
        self._hooks.replace(compiler, "cpp_pybinding", self._asking, what=_WHAT, stage="cpp")
        self._hooks.replace(compiler, "wait", self._waiting, what=_WHAT, stage="cpp")

    def _set_up(self, _result: object, builder: Foreign, *args: object, **kwargs: Foreign) -> None:
        asked = getattr(self._setting_up, "builds", None)
        sources = kwargs.get("sources", args[1] if len(args) > 1 else None)
        if asked is not None and isinstance(sources, str) and sources.endswith(".cpp"):
            target = builder.get_target_file_path()
            asked.append(Build(builder.get_command_line(), sources, target, os.path.exists(target)))  # noqa: PTH110 - hot

    def _asking(self, cpp_pybinding: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(cpp_pybinding)
        def asking(
            compiler: Foreign, argtypes: Foreign, source_code: str, *args: Foreign, **kwargs: Foreign
        ) -> Foreign:
            builds: list[Build] = []
            self._setting_up.builds = builds
            try:
                result = cpp_pybinding(compiler, argtypes, source_code, *args, **kwargs)
            finally:
                self._setting_up.builds = None
            with self._recorder.session.guard(_WHAT, "cpp"):
                if builds:
                    self._by_source[source_code] = builds[-1]
                self._asked[id(result)] = (result, source_code)
            return result

        return asking

    def _waiting(self, wait: Callable[..., Foreign]) -> Callable[..., Foreign]:
        @functools.wraps(wait)
        def waiting(compiler: Foreign, scope: dict[str, Foreign], *args: Foreign, **kwargs: Foreign) -> Foreign:
            names: list[tuple[str, str]] = []
            with self._recorder.session.guard(_WHAT, "cpp"):
                for name, value in scope.items():
                    if id(value) in self._asked:
                        names.append((name, self._asked.pop(id(value))[1]))
            result = wait(compiler, scope, *args, **kwargs)
            with self._recorder.session.guard(_WHAT, "cpp"), self._recorder.lock:
                self._keep(names)
            return result

        return waiting

    def _keep(self, names: list[tuple[str, str]]) -> None:
        graph = self._recorder.current()
        if graph is None:
            return
        for name, source in names:
            with self._recorder.session.guard(f"The kernel {name} and its machine code", "cpp", unit=graph.unit):
                graph.built[name] = BuiltKernel(name, source, self._by_source.get(source))
                keep_kernel(self._recorder, graph, graph.built[name])


def keep_kernel(recorder: Recorder, graph: Graph, kernel: BuiltKernel) -> None:
    """Write down a kernel: its source, the compiler's command, the shared object, and the work after the run."""
    journal = recorder.session.journal
    unit = journal.unit(
        f"{graph.unit.replace('graph', 'kernel', 1)}-{kernel.name}", name=kernel.name, kind="kernel", parent=graph.unit
    )
    journal.seen(unit)
    kernel.unit = unit
    build = kernel.build
    if build is None:
        why = "The kernel was loaded in this process before it was traced, so nothing was compiled."
        journal.missing(f"The machine code of {kernel.name}", why, unit=unit)
        return
    versions = (recorder.version,)
    kernel.text = Path(build.source).read_text(encoding="utf-8")
    kernel.artifact = journal.artifact(
        unit,
        "cpp",
        stage="cpp",
        kind="cpp-kernel",
        title="C++ kernel",
        content=without_cache_folder(kernel.text),
        how="The file that Inductor handed to the C++ compiler",
        origin=recorder.scope.origin,
        versions=versions,
        cached=build.cached,
    )
    command = shlex.split(without_cache_folder(build.command))
    journal.artifact(
        unit,
        "command",
        stage="cpp",
        kind="build-command",
        title="The compiler's command",
        content=_one_word_a_line(command),
        how="The command that Inductor set up",
        command=command,
        origin=recorder.scope.origin,
        versions=versions,
        cached=build.cached,
    )
    shared_object = Path(build.target)
    if not shared_object.exists():
        journal.missing(f"The machine code of {kernel.name}", "The compiler left no shared object.", unit=unit)
        return
    binary = journal.artifact(
        unit,
        "so",
        stage=None,
        kind="shared-object",
        title="Shared object",
        content=shared_object,
        how="Built by the C++ compiler from Inductor's command",
        command=command,
        origin=recorder.scope.origin,
        versions=versions,
        cached=build.cached,
        text=False,
    )
    journal.task(
        "torch-kernel-listing",
        what=f"The instructions of {kernel.name}",
        unit=unit,
        kernel=kernel.name,
        cpp=kernel.artifact,
        binary=binary,
        command=shlex.split(build.command),
        source=build.source,
        target=build.target,
        origin=recorder.scope.origin,
        cache=cache_folder(),
        cached=build.cached,
    )


def _one_word_a_line(command: list[str]) -> str:
    return " \\\n  ".join(shlex.quote(word) if not word.startswith("$") else word for word in command) + "\n"
