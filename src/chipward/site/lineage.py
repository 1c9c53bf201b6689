"""What is written in what, followed from one place of the atlas down."""

from collections import deque
from dataclasses import dataclass
from typing import Literal

from chipward.model.atlas import Atlas, Node, NodeKind, Writing
from chipward.model.ids import NodeId
from chipward.model.missing import Missing


@dataclass(frozen=True)
class Descent:
    """A chain from one place down, each written in the next, and why it ends where it ends."""

    steps: tuple[Writing, ...]
    end: Literal["ground", "loop", "unknown"]  # what a chip runs, a place passed before, or nothing that is known
    missing: Missing | None = None  # what the last place says where nothing is known


def writings(node: Node) -> tuple[Writing, ...]:
    """What a node is written in; nothing where that is not known."""
    return () if isinstance(node.written_in, Missing) else node.written_in


def written_with(atlas: Atlas, node: NodeId) -> tuple[Node, ...]:
    """The nodes that are written in this one."""
    return tuple(other for other in atlas.nodes if any(writing.node == node for writing in writings(other)))


def descend(atlas: Atlas, start: Node) -> Descent:
    """Follow the shortest way to the ground; where there is none, what each node names first."""
    return _to_the_ground(atlas, start) or _first_named(atlas, start)


def _to_the_ground(atlas: Atlas, start: Node) -> Descent | None:
    ways: deque[tuple[Node, tuple[Writing, ...]]] = deque([(start, ())])
    seen = {start.id}
    while ways:
        node, way = ways.popleft()
        if node.kind is NodeKind.INSTRUCTION_SET:
            return Descent(way, "ground")
        for writing in writings(node):
            if writing.node not in seen:
                seen.add(writing.node)
                ways.append((atlas.node[writing.node], (*way, writing)))
    return None


def _first_named(atlas: Atlas, start: Node) -> Descent:
    node, way, passed = start, [], {start.id}
    while not isinstance(node.written_in, Missing):
        way.append(node.written_in[0])
        node = atlas.node[way[-1].node]
        if node.id in passed:
            return Descent(tuple(way), "loop")
        passed.add(node.id)
    return Descent(tuple(way), "unknown", node.written_in)
