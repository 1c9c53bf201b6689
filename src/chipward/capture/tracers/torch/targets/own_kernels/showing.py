"""Lets Dynamo see the program's Triton kernels on a machine without a GPU, for as long as a graph is recorded.

There Dynamo takes a kernel for any other object, and ends the graph where it is called. On a GPU the call is part of
the graph, and that graph is the one to compile for a target. So a frame is read with its kernels first; once its graph
is recorded, Dynamo reads it again as it would have done, and the program goes on, or fails, as it would have.
"""

import functools
import sys
from collections.abc import Callable
from pathlib import Path

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.identity import CompileId, current_compile
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.targets.own_kernels.describing import CALLS, kernel_calls

_WHAT = "Triton kernels of the program, on the targets"
_ASKS = "torch._dynamo.variables.builder"  # the module that makes of a value what Dynamo works with
_OF_A_CACHE = ("cache_clear", "cache_info", "cache_parameters")  # PyTorch remembers the answer
_REASON = "chipward has recorded the graph with its Triton kernels"


class ShownToDynamo:
    """Says to Dynamo, and to it alone, that there is a GPU that could run kernels."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._has_gpu: Callable[[], bool] = lambda: True  # what PyTorch itself finds, once that is hooked
        self._again: set[CompileId | None] = set()  # compilations that Dynamo has begun once more

    def watch(self, hooks: Hooks) -> None:
        """Answer where Dynamo asks."""
        asked = sys.modules.get("torch.utils._triton")
        if asked is not None and hasattr(asked, "has_triton"):
            hooks.replace(asked, "has_triton", self._answering, what=_WHAT, stage="dynamo")
            self._recorder.passes_over = self._is_first_reading

    def is_again(self) -> bool:
        """Whether the graph at hand is that of a second reading, and the one to record has been recorded."""
        return current_compile() in self._again

    def read_again(self, graph: Foreign) -> None:
        """Have Dynamo read a frame again if its graph calls kernels that nothing here can run."""
        if self._has_gpu() or not any(kernel_calls(graph)):
            return
        from torch._dynamo.exc import TensorifyScalarRestartAnalysis  # noqa: PLC0415 -- Dynamo is at work
        from torch._dynamo.symbolic_convert import InstructionTranslator  # noqa: PLC0415 -- likewise

        InstructionTranslator.current_tx().speculation_log.clear()  # where graphs could end: it will be elsewhere
        self._again.add(current_compile())
        # Of all that begin a reading anew, the one that gets from a backend back to Dynamo.
        raise TensorifyScalarRestartAnalysis(restart_reason=_REASON)

    def _answering(self, has_triton: Callable[[], bool]) -> Callable[[], bool]:
        self._has_gpu = has_triton

        @functools.wraps(has_triton)
        def answer() -> bool:
            asks = sys._getframe(1).f_globals.get("__name__")  # noqa: SLF001 -- who asks decides
            return (asks == _ASKS and self._shows()) or has_triton()

        for name in _OF_A_CACHE:
            if hasattr(has_triton, name):
                setattr(answer, name, getattr(has_triton, name))
        return answer

    def _shows(self) -> bool:
        triton = sys.modules.get("triton")
        which = current_compile()
        if triton is None or which is None or which in self._again:
            return False
        # Where a kernel is called outside of a graph, Dynamo comes upon the functions of Triton that launch it.
        compilation = self._recorder.compilations.get(which)
        file = compilation.function.file if compilation else ""
        return not file.startswith(str(Path(str(triton.__file__)).parent))

    def _is_first_reading(self, which: CompileId, kind: str, text: str) -> bool:
        """The graph with kernels is shown on the targets: on this machine there is none."""
        return (
            kind == "dynamo_output_graph"
            and which not in self._again
            and any(call in text for call in CALLS)
            and not self._has_gpu()
        )
