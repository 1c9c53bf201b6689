"""Nodes that a pass of Inductor put in the place of others: it finds a pattern, and puts a graph where it stood.

The new nodes have new names and say nothing of the program's lines. Which nodes they took the place of is known while
it is done, and at no other time.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graph_text import GraphText, kinds_by_merging
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.identity import current_compile, is_joint

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder

_WHAT = "Which nodes a pattern of Inductor took the place of"

Replaced = Mapping[str, tuple[str, ...]]  # a new node: those whose place it took, with others


def watch(pattern_matcher: ModuleType, hooks: Hooks, recorder: "Recorder") -> None:
    """Note each replacement."""
    entry = getattr(pattern_matcher, "ReplacementPatternEntry", None)
    if not hasattr(entry, "replace_with_graph"):
        hooks.absent(_WHAT, "torch._inductor.pattern_matcher.ReplacementPatternEntry", "inductor")
        return
    hooks.replace(entry, "replace_with_graph", functools.partial(_noting, recorder), what=_WHAT, stage="inductor")


def _noting(recorder: "Recorder", replace: Callable[..., Foreign]) -> Foreign:
    wall = recorder.session.guard(_WHAT, "inductor")

    @functools.wraps(replace)
    def noted(match: Foreign, graph: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
        old: tuple[str, ...] = ()
        with wall:
            old = tuple(node.name for node in match.nodes)
        before = set(graph.nodes)
        result = replace(match, graph, *args, **kwargs)
        with wall:
            _note(recorder, [node.name for node in graph.nodes if node not in before], old)
        return result

    return staticmethod(noted)


def _note(recorder: "Recorder", new: list[str], old: tuple[str, ...]) -> None:
    which = current_compile()
    if which is None:
        return
    graph = None if is_joint() else recorder.current()
    replaced = recorder.begin(which).replaced if graph is None else graph.replaced
    replaced.update(dict.fromkeys(new, old))


def edges(start: GraphText, end: GraphText, replaced: Replaced) -> list[tuple[int, int, str]]:
    """Edges from nodes that are gone to those in their place, by the texts before and after."""
    pairs = [
        (start.nodes["", name], line)
        for (module, new), line in end.nodes.items()
        if not module and ("", new) not in start.nodes
        for name in _known(new, replaced, start, set())
    ]
    return kinds_by_merging(pairs)


def _known(new: str, replaced: Replaced, start: GraphText, met: set[str]) -> Iterator[str]:
    """The nodes of a text that a later node took the place of, through others in between."""
    for old in replaced.get(new, ()):
        if old in met:
            continue
        met.add(old)
        if ("", old) in start.nodes:
            yield old
        else:
            yield from _known(old, replaced, start, met)
