"""What is written in what, followed from one place of the atlas down."""

from collections import deque
from dataclasses import dataclass

from chipward.model.atlas import Atlas, Node, NodeKind, Writing
from chipward.model.ids import NodeId
from chipward.model.missing import Missing


@dataclass(frozen=True)
class Descent:
    """A chain of places, each written in the next, and why it ends where it ends."""

    nodes: tuple[Node, ...]
    reaches_the_ground: bool  # the last one is what a chip runs
    loop: Node | None = None  # the last one is written in this one, which the chain has passed already
    missing: Missing | None = None


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
    ways: deque[tuple[Node, ...]] = deque([(start,)])
    seen = {start.id}
    while ways:
        way = ways.popleft()
        if way[-1].kind is NodeKind.INSTRUCTION_SET:
            return Descent(way, reaches_the_ground=True)
        for writing in writings(way[-1]):
            if writing.node not in seen:
                seen.add(writing.node)
                ways.append((*way, atlas.node[writing.node]))
    return None


def _first_named(atlas: Atlas, start: Node) -> Descent:
    way = [start]
    while True:
        if isinstance(way[-1].written_in, Missing):
            return Descent(tuple(way), reaches_the_ground=False, missing=way[-1].written_in)
        following = atlas.node[way[-1].written_in[0].node]
        if following in way:
            return Descent(tuple(way), reaches_the_ground=False, loop=following)
        way.append(following)
