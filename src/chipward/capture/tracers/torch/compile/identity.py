"""Which compilation, and which of its graphs, this thread is working on, as PyTorch itself numbers them."""

import re
import sys
from typing import NamedTuple

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.frames import direction_loaded

_GRAPH = re.compile(r"(\d+)_(forward|backward|inference|joint)")


class CompileId(NamedTuple):
    """A compilation of a Python frame: 0/1 is the second of the first frame."""

    frame: int
    attempt: int  # PyTorch's "frame compile id": counts the recompiles of the frame

    def __str__(self) -> str:
        return f"{self.frame}-{self.attempt}"


class GraphId(NamedTuple):
    """A graph that AOTAutograd hands to the compiler."""

    compile: CompileId | None
    number: int | None  # AOTAutograd's own count of graphs; None of a graph that is loaded from a cache
    direction: str  # forward, backward


def compile_of(metadata: dict[str, Foreign]) -> CompileId | None:
    """The compilation that a record of the structured trace belongs to."""
    frame, attempt = metadata.get("frame_id"), metadata.get("frame_compile_id")
    return CompileId(frame, attempt) if isinstance(frame, int) and isinstance(attempt, int) else None


def current_compile() -> CompileId | None:
    """The compilation under way in this thread."""
    guards = sys.modules.get("torch._guards")
    current = guards.CompileContext.current_compile_id() if guards else None
    frame, attempt = getattr(current, "frame_id", None), getattr(current, "frame_compile_id", None)
    return CompileId(frame, attempt) if isinstance(frame, int) and isinstance(attempt, int) else None


def current_graph() -> GraphId | None:
    """The graph under compilation in this thread."""
    names = _names_under_way()
    found = _GRAPH.fullmatch(names[-1]) if names else None
    if found is None:
        loaded = direction_loaded()
        return GraphId(current_compile(), None, loaded) if loaded else None
    direction = "backward" if found[2] == "backward" else "forward"
    return GraphId(current_compile(), int(found[1]), direction)


def is_inference() -> bool:
    """Whether the graph under compilation is to run without gradients."""
    names = _names_under_way()
    return bool(names) and names[-1].endswith("_inference")


def is_joint() -> bool:
    """Whether the graph under compilation holds the forward and the backward pass."""
    names = _names_under_way()
    return bool(names) and names[-1].endswith("_joint")


def _names_under_way() -> list[str]:
    guards = sys.modules.get("torch._guards")
    context = guards.TracingContext.try_get() if guards else None
    names = getattr(context, "aot_graph_name", None)
    if names is None:  # a backward pass compiled later, outside of its frame's context
        logging_utils = sys.modules.get("torch._functorch._aot_autograd.logging_utils")
        names = getattr(logging_utils, "graph_being_compiled", None)
    return list(names) if names else []
