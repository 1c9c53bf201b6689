"""The laws of line maps: identity, associativity, inversion, and nothing out of nothing."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.model.lines import Edge, EdgeKind, LineMap, weakest

LINES = 6

KINDS = st.sampled_from(EdgeKind)
NUMBERS = st.integers(1, LINES)
SPANS = st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda span: (min(span), max(span)))
BARE = st.builds(Edge, NUMBERS, NUMBERS, KINDS)
EDGES = st.builds(Edge, NUMBERS, NUMBERS, KINDS, SPANS)
BARE_MAPS = st.lists(BARE, max_size=20).map(LineMap.of)
MAPS = st.lists(EDGES, max_size=20).map(LineMap.of)

IDENTITY = LineMap.identity(LINES)


def bare(line_map: LineMap) -> LineMap:
    """Without columns: they belong to the first text and are no part of the laws."""
    return LineMap.of(edge._replace(columns=None) for edge in line_map)


@given(MAPS)
def test_the_identity_changes_nothing_after_a_map(line_map: LineMap) -> None:
    assert line_map.then(IDENTITY) == line_map


@given(MAPS)
def test_the_identity_changes_nothing_before_a_map_but_that_columns_are_not_its_own(line_map: LineMap) -> None:
    assert IDENTITY.then(line_map) == bare(line_map)


@given(MAPS, MAPS, MAPS)
def test_composition_is_associative(first: LineMap, second: LineMap, third: LineMap) -> None:
    assert bare(first.then(second).then(third)) == bare(first.then(second.then(third)))


@given(MAPS)
def test_inverting_twice_is_the_identity(line_map: LineMap) -> None:
    assert line_map.inverted().inverted() == bare(line_map)


@given(MAPS, MAPS)
def test_the_inverse_of_a_way_is_the_way_back(first: LineMap, second: LineMap) -> None:
    assert first.then(second).inverted() == second.inverted().then(first.inverted())


@given(MAPS)
def test_out_of_nothing_comes_nothing(line_map: LineMap) -> None:
    empty = LineMap.of([])
    assert empty.then(line_map) == line_map.then(empty) == empty == LineMap.identity(0) == empty.inverted()


@given(MAPS, MAPS)
def test_a_line_without_an_edge_becomes_nothing(first: LineMap, second: LineMap) -> None:
    composed = first.then(second)
    assert composed.starts <= first.starts
    assert composed.ends <= second.ends
    for line in range(LINES + 2):
        if not any(second.after(edge.end) for edge in first.after(line)):
            assert composed.after(line) == ()


@given(MAPS, MAPS)
def test_a_composed_edge_is_as_strong_as_the_best_way_and_a_way_as_its_weakest_edge(
    first: LineMap, second: LineMap
) -> None:
    for edge in first.then(second):
        ways = [weakest(one.kind, two.kind) for one in first.after(edge.start) for two in second.after(one.end)
                if two.end == edge.end]  # fmt: skip
        assert edge.kind.weakness == min(kind.weakness for kind in ways)


@given(st.lists(EDGES, max_size=12), st.randoms(use_true_random=False))
def test_the_order_in_which_edges_arrive_does_not_matter(edges: list[Edge], chance: object) -> None:
    shuffled = list(edges)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert LineMap.of(shuffled) == LineMap.of(edges) == LineMap.of(LineMap.of(edges)) == LineMap.of([*edges, *shuffled])


def test_of_two_edges_between_the_same_lines_the_stronger_is_kept() -> None:
    edges = [Edge(1, 2, kind, (weakness, 9)) for weakness, kind in enumerate(EdgeKind)]
    for order in permutations(edges):
        assert LineMap.of(order).edges == (Edge(1, 2, EdgeKind.EXACT, (0, 9)),)


@pytest.mark.parametrize(
    ("spans", "joined"),
    [([(4, 9), (0, 2)], (0, 9)), ([(4, 9), None], None), ([None, None], None), ([(3, 3)], (3, 3))],
)
def test_equally_strong_edges_span_the_columns_of_all(
    spans: list[tuple[int, int] | None], joined: tuple[int, int] | None
) -> None:
    assert LineMap.of(Edge(1, 1, EdgeKind.FUSED, span) for span in spans).edges[0].columns == joined


@given(MAPS)
def test_what_a_map_counts_is_what_it_holds(line_map: LineMap) -> None:
    assert len(line_map) == len(list(line_map)) == sum(line_map.kinds.values())
    assert sum(len(line_map.after(line)) for line in range(LINES + 1)) == len(line_map)
    assert line_map.starts == {edge.start for edge in line_map} == line_map.inverted().ends
    assert list(line_map.edges) == sorted(line_map.edges, key=lambda edge: edge[:2])


def test_kinds_stand_in_the_order_of_their_strength() -> None:
    assert [kind.weakness for kind in EdgeKind] == [0, 1, 2, 3, 4]
    assert weakest(EdgeKind.EXACT, EdgeKind.FUSED, EdgeKind.INLINED) is EdgeKind.FUSED


def test_a_hundred_thousand_edges_compose_in_a_moment() -> None:
    lines = 100_000
    line_map = LineMap.identity(lines)
    assert len(line_map.then(line_map)) == lines
