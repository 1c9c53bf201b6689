"""Whose compilations are watched: those of the program itself, or that of one frame for a target."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from chipward.capture.tracers.torch.compile.frames import FrameFacts
from chipward.capture.tracers.torch.unseen import Unseen, of_compiled

ON_THE_CPU: Mapping[str, object] = {
    "explainer": "how-pytorch-runs",
    "choices": {"mode": "compile", "device": "cpu"},
    "target": "cpu",
}


@dataclass(frozen=True)
class OfAnotherFrame:
    """A frame that the program has compiled, and is compiled again for something else."""

    unit: str  # of the frame in the program: frame-0-0
    function: FrameFacts
    slug: str  # before the ids of all that is compiled again: cuda-h100


@dataclass(frozen=True)
class Scope:
    """What everything that is seen has in common."""

    selection: Mapping[str, object]
    origin: str  # of artifacts
    unseen: Callable[[], Iterable[Unseen]]  # what no run could show
    again: OfAnotherFrame | None = None
    below: Callable[[str], str] | None = None  # a sentence on what lies below a call into ATen, by the call's name

    def frame_id(self, which: object) -> str:
        """The id of the unit of a frame."""
        return f"{self.again.slug}-{self.again.unit}" if self.again else f"frame-{which}"

    def graph_id(self, which: object, direction: str) -> str:
        """The id of the unit of a graph."""
        graph = self.frame_id(which).replace("frame", "graph", 1) if self.again else f"graph-{which}"
        return f"{graph}-{direction}"


OF_THE_PROGRAM = Scope(ON_THE_CPU, "executed", of_compiled)
