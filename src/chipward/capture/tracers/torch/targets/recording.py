"""Records each graph that the program hands to Inductor, and leaves it for the workers of each target.

Runs inside the program. Nothing is compiled here and nothing pretended: it costs the time of a pickle.
"""

import functools
import os
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from chipward.capture.options import slug
from chipward.capture.session import reason
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.identity import CompileId, current_compile
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.targets.graph_file import UnknownTensorError, write_graph
from chipward.capture.tracers.torch.targets.own_kernels.showing import ShownToDynamo
from chipward.capture.tracers.torch.targets.selections import selection_for, served

TASK = "torch-graph-for-target"
FOLDER = "graphs"  # in the folder of the recording

_WHAT = "The graph for the targets"
_ANOTHER = (
    "Something else than a call of what torch.compile returned hands them to Inductor, such as torch._inductor.compile "
    "or a compilation ahead of time, and only Dynamo's graphs are recorded."
)


class _Inside(threading.local):
    """Whether this thread is compiling a graph: Inductor's entry calls itself with what it was given put in order."""

    graph = False


_inside = _Inside()


def watch(compile_fx: ModuleType, hooks: Hooks, recorder: Recorder) -> None:
    """Record a graph where Inductor takes it over from Dynamo, before it changes it."""
    shown = ShownToDynamo(recorder)
    shown.watch(hooks)
    hooks.replace(
        compile_fx,
        "compile_fx",
        functools.partial(_recording, recorder, shown),
        what="What the program becomes on the targets",
        stage="inductor",
    )


def _recording(recorder: Recorder, shown: ShownToDynamo, compile_fx: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(compile_fx)
    def recorded(model: Foreign, inputs: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
        if _inside.graph or kwargs.get("config_patches"):  # with those it calls itself once they are in force
            return compile_fx(model, inputs, *args, **kwargs)
        _inside.graph = True
        try:
            if not shown.is_again():
                _record(recorder, model, inputs)
                shown.read_again(model)
            return compile_fx(model, inputs, *args, **kwargs)
        finally:
            _inside.graph = False

    return recorded


def _record(recorder: Recorder, model: Foreign, inputs: Foreign) -> None:
    with recorder.session.guard(_WHAT, "dynamo"), recorder.lock:
        which = current_compile()
        if which is None:
            _tell_of_another(recorder)
            return
        compilation = recorder.begin(which)
        try:
            _leave(recorder, which, model, inputs)
        except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason
            for target in served(recorder.session.options.targets):
                recorder.session.journal.missing(
                    f"What {compilation.function.name} becomes on {target}",
                    str(error) if isinstance(error, UnknownTensorError) else reason(error),
                    stage="dynamo",
                    unit=compilation.unit,
                    selection=selection_for(target),
                )


def _tell_of_another(recorder: Recorder) -> None:
    for target in served(recorder.session.options.targets):
        what = f"What graphs become on {target} that are not TorchDynamo's"
        recorder.session.missing(what, _ANOTHER, stage="inductor", selection=selection_for(target))


def _leave(recorder: Recorder, which: CompileId, model: Foreign, inputs: Foreign) -> None:
    journal, compilation = recorder.session.journal, recorder.begin(which)
    function = compilation.function
    folder = journal.folder / FOLDER
    folder.mkdir(exist_ok=True)
    file = folder / f"{journal.process}-{compilation.unit}.graph"
    part = Path(f"{file}.{os.getpid()}.part")
    left_out = write_graph(part, model, inputs, recorder.described)
    part.replace(file)
    for setting, why in left_out:
        journal.missing(f"The setting {setting} for the targets", why, stage="inductor", unit=compilation.unit)
    for target in served(recorder.session.options.targets):
        journal.task(
            TASK,
            room=target,
            target=target,
            what=f"What {function.name} becomes on {target}",
            unit=compilation.unit,
            selection=selection_for(target),
            graph=str(file),
            slug=slug(target),
            compile=list(which),
            function=[function.name, function.file, function.line],
            sources=journal.sources,
            reuse_caches=recorder.session.options.reuse_caches,
        )
