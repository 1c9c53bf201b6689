"""The laws of the line graph, on graphs that nobody has thought of."""

from collections.abc import Iterator, Mapping
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from made_graphs import graph_of

from chipward.artifacts.line_graph import Family, LineGraph, Reached, Relation
from chipward.model.artifact import ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap

TEXTS = ("a/0", "a/1", "a/2", "a/3")
LINES = 4
UNIT = EdgeKind.UNIT.weakness

Maps = Mapping[str, tuple[str, str, LineMap]]
Node = tuple[str, int]

_edges = st.builds(Edge, st.integers(1, LINES), st.integers(1, LINES), st.sampled_from(EdgeKind))
_line_maps = st.lists(_edges, max_size=8).map(LineMap.of)
_maps = st.lists(st.tuples(st.sampled_from(TEXTS), st.sampled_from(TEXTS), _line_maps), max_size=6).map(
    lambda maps: {str(number): one for number, one in enumerate(maps)}
)
_picks = st.tuples(st.sampled_from(TEXTS), st.integers(1, LINES))


def _steps(maps: Maps, node: Node, *, down: bool) -> Iterator[tuple[Node, int]]:
    for start, end, line_map in maps.values():
        for edge in line_map:
            here, there = ((start, edge.start), (end, edge.end)) if down else ((end, edge.end), (start, edge.start))
            if here == node:
                yield there, edge.kind.weakness


def _within(maps: Maps, starts: Mapping[Node, int], *, down: bool) -> dict[Node, int]:
    """By the book: what can be reached with no edge weaker than each kind, kind by kind."""
    found: dict[Node, int] = {}
    for limit in range(UNIT):
        todo = [node for node, weakness in starts.items() if weakness <= limit]
        seen = set(todo)
        while todo:
            for there, weakness in _steps(maps, todo.pop(), down=down):
                if weakness <= limit and there not in seen:
                    seen.add(there)
                    todo.append(there)
        for node in seen:
            found.setdefault(node, limit)
    return found


def _by_the_book(maps: Maps, pick: Node) -> dict[Relation, dict[Node, int]]:
    strong: dict[bool, dict[Node, int]] = {}
    fine: dict[bool, dict[Node, int]] = {}
    for down in (True, False):
        fine[down] = _within(maps, {pick: 0}, down=down)
        served = {text for text, _ in fine[down].keys() - {pick}}
        units = {
            there: UNIT
            for node in fine[down]
            for there, weakness in _steps(maps, node, down=down)
            if weakness == UNIT and there[0] not in served
        }
        strong[down] = {node: kind for node, kind in {**units, **fine[down]}.items() if node != pick}
    kin: dict[Node, int] = {}
    for down in (True, False):
        for node, weakness in _within(maps, fine[not down], down=down).items():
            if node != pick and node not in strong[True] and node not in strong[False]:
                kin[node] = min(weakness, kin.get(node, UNIT))
    return {Relation.BECAME: strong[True], Relation.CAME_FROM: strong[False], Relation.KIN: kin}


def _spread_out(reached: Mapping[ArtifactId, Reached]) -> dict[Node, int]:
    return {
        (text, line): kind.weakness
        for text, one in reached.items()
        for line, kind in zip(one.lines, one.kinds, strict=True)
    }


@given(_maps, _picks)
def test_a_line_reaches_what_the_book_says(maps: Maps, pick: Node) -> None:
    family = graph_of(maps).family(ArtifactId(pick[0]), pick[1])
    expected = _by_the_book(maps, pick)

    assert {relation: _spread_out(family.reached(relation)) for relation in Relation} == expected


@given(_maps, _picks)
def test_a_way_leads_where_it_says(maps: Maps, pick: Node) -> None:
    family = graph_of(maps).family(ArtifactId(pick[0]), pick[1])
    for relation in Relation:
        for text, reached in family.reached(relation).items():
            best = min(kind.weakness for kind in reached.kinds)
            wanted = {line for line, kind in zip(reached.lines, reached.kinds, strict=True) if kind.weakness == best}

            assert _walk(maps, pick, family.way(text, relation), text, relation) & wanted


def _walk(maps: Maps, pick: Node, way: tuple[str, ...], text: str, relation: Relation) -> set[int]:
    """Every line of the text that some walk along these maps leads to, turning at most where its relation allows."""

    @cache
    def ends(node: Node, place: int, down: bool, turned: bool) -> frozenset[Node]:  # noqa: FBT001 -- a memo's key
        found: set[Node] = set()
        if place == len(way):
            return frozenset({node})
        start, end, line_map = maps[way[place]]
        for edge in line_map:
            here, there = ((start, edge.start), (end, edge.end)) if down else ((end, edge.end), (start, edge.start))
            if here == node:
                found |= ends(there, place + 1, down, turned)
        if relation is Relation.KIN and not turned:
            found |= ends(node, place, not down, True)  # noqa: FBT003 -- a memo's key
        return frozenset(found)

    begins = {Relation.BECAME: (True,), Relation.CAME_FROM: (False,), Relation.KIN: (True, False)}[relation]
    reached = {node for down in begins for node in ends(pick, 0, down, False)}  # noqa: FBT003 -- a memo's key
    return {line for name, line in reached if name == text}


@given(_maps, _picks)
def test_what_a_line_became_came_from_it_as_strongly(maps: Maps, pick: Node) -> None:
    graph = graph_of(maps)
    for node, weakness in _spread_out(_family(graph, pick).reached(Relation.BECAME)).items():
        if weakness < UNIT:
            assert _spread_out(_family(graph, node).reached(Relation.CAME_FROM))[pick] == weakness


@given(_maps, _picks)
def test_the_closest_relation_of_a_text_counts(maps: Maps, pick: Node) -> None:
    graph = graph_of(maps)
    family = _family(graph, pick)
    became = graph.became(ArtifactId(pick[0]), pick[1])
    for text, reached in became.items():
        closest = next(relation for relation in Relation if text in family.reached(relation))
        assert reached == family.reached(closest)[text]
        assert reached.strong is (closest is not Relation.KIN)
    assert set(became) == {text for relation in Relation for text in family.reached(relation)}


@given(_maps, _picks, st.sampled_from(TEXTS))
def test_a_copy_of_a_text_below_it_changes_nothing_else(maps: Maps, pick: Node, text: str) -> None:
    copied = {**maps, "99": (text, "copy/text", LineMap.identity(LINES))}
    before, after = (_spread_out(_family(graph_of(one), pick).reached(Relation.BECAME)) for one in (maps, copied))

    assert {node: kind for node, kind in after.items() if node[0] != "copy/text"} == before
    below = {line: kind for (name, line), kind in before.items() if name == text and kind < UNIT}
    if pick[0] == text:
        below[pick[1]] = 0
    assert {line: kind for (name, line), kind in after.items() if name == "copy/text"} == below


def _family(graph: LineGraph, node: Node) -> Family:
    return graph.family(ArtifactId(node[0]), node[1])
