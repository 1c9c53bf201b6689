"""What was chosen on a GPU of this machine by timing: a candidate as a kernel first runs, a way to do an operator.

Each happens once.
"""

import functools
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.hooks import Hooks
    from chipward.capture.tracers.torch.compile.recorder import Recorder

KIND = "autotuning"

_WHAT = "Which candidates were chosen on your GPU"
_WAYS = "Which ways to do an operator were timed on your GPU"
_STAGE = "triton"
# What goes on from the candidate that was chosen, and returns what launches the one that is to run.
_FURTHER: Mapping[str, str] = {
    "coordinate_descent_tuning": "coordinate descent tuning",
    "_combo_sequential_autotune": "tuning the parts one after the other",
}


def watch(triton_heuristics: ModuleType, hooks: "Hooks", recorder: "Recorder") -> None:
    """Watch what chooses."""
    tuner = getattr(triton_heuristics, "CachingAutotuner", None)
    if not hasattr(tuner, "autotune_to_one_config"):
        hooks.absent(_WHAT, "torch._inductor.runtime.triton_heuristics.CachingAutotuner.autotune_to_one_config", _STAGE)
        return
    choosing = functools.partial(_choosing, recorder)
    hooks.replace(tuner, "autotune_to_one_config", choosing, what=_WHAT, stage=_STAGE)
    for name, how in _FURTHER.items():
        if hasattr(tuner, name):
            went_on = functools.partial(_went_on, recorder, how)
            hooks.after(tuner, name, went_on, what=_WHAT, stage=_STAGE)


def watch_ways(select_algorithm: ModuleType, hooks: "Hooks", recorder: "Recorder") -> None:
    """Watch what chooses between templates and libraries."""
    choosing = getattr(select_algorithm, "AlgorithmSelectorCache", None)
    if hasattr(choosing, "lookup"):
        hooks.after(choosing, "lookup", functools.partial(_timed, recorder), what=_WAYS, stage="inductor")


def _choosing(recorder: "Recorder", choose: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(choose)
    def choosing(tuner: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
        timed = len(tuner.launchers)  # one of them stays
        result = choose(tuner, *args, **kwargs)
        with recorder.session.guard(_WHAT, _STAGE):
            if recorder.given is not None:
                recorder.given.chosen(tuner, timed)
        return result

    return choosing


def _went_on(
    recorder: "Recorder", how: str, launcher: Foreign, tuner: Foreign, *_args: Foreign, **_kwargs: Foreign
) -> None:
    if recorder.given is not None:
        recorder.given.found(tuner, launcher, how)


def _timed(
    recorder: "Recorder",
    timings: Mapping[Foreign, float],
    _cache: object,
    _choices: object,
    name: str,
    _inputs: object,
    benchmark: object = None,
    **_options: object,
) -> None:
    graph = recorder.current()
    gpu = recorder.compilations[graph.compile].gpu if graph else None
    if graph is None or gpu is None or benchmark is None or len(timings) <= 1:
        return  # nothing is timed, or there is nothing to choose
    fastest = min(timings, key=lambda choice: timings[choice])
    text = f"On {gpu.name} autotuning timed {len(timings)} ways to do {name}. The fastest is {fastest.name}."
    recorder.session.journal.finding(KIND, text, unit=graph.unit)
