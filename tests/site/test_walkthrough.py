"""What the panels of a path say about where they stand."""

from collections.abc import Iterator

import pytest

from chipward.dataset.load import Dataset
from chipward.model.explainer import Explainer, Stage, Step
from chipward.site.cards import cards
from chipward.site.walkthrough import Route, Stop, pickers, routes_of, stops_off, stops_on

Walk = tuple[Explainer, Route, tuple[Route, ...], tuple[Stop, ...]]


def _walks(dataset: Dataset) -> Iterator[Walk]:
    for explainer in dataset.explainers:
        routes = routes_of(dataset, explainer)
        for route in routes:
            yield explainer, route, routes, stops_on(dataset, explainer, route.path, routes)


@pytest.fixture(scope="session")
def walks(dataset: Dataset) -> list[Walk]:
    return list(_walks(dataset))


def test_stages_and_arrows_are_numbered_apart_from_one_to_the_last(walks: list[Walk]) -> None:
    for _, route, _, stops in walks:
        assert [stop.number for stop in stops if stop.is_stage] == list(range(1, route.stages + 1))
        assert [stop.number for stop in stops if not stop.is_stage] == list(range(1, route.steps + 1))
        assert tuple(stop.place.id for stop in stops) == route.walk


def test_what_is_off_the_path_is_everything_else(dataset: Dataset, walks: list[Walk]) -> None:
    for explainer, route, routes, _ in walks:
        off = stops_off(dataset, explainer, route.path, routes)
        ids = [stop.place.id for stop in off]
        assert len(ids) == len(set(ids))
        assert set(ids) | set(route.walk) == {place.id for place in (*explainer.stages, *explainer.steps)}
        assert not set(ids) & set(route.walk)
        assert all(stop.number is None for stop in off)
        assert all(route not in stop.routes for stop in off)


def test_an_arrow_says_where_it_leaves_unless_the_line_above_does(walks: list[Walk]) -> None:
    for _, _, _, stops in walks:
        for above, stop in zip((None, *stops), stops, strict=False):
            if isinstance(stop.place, Step):
                leaves_from_above = above is not None and above.place.id == stop.place.start
                assert stop.branches is not leaves_from_above


def test_an_arrow_says_where_it_leads_unless_the_line_below_does(walks: list[Walk]) -> None:
    for _, _, _, stops in walks:
        for stop, below in zip(stops, (*stops[1:], None), strict=True):
            if isinstance(stop.place, Step):
                leads_below = below is not None and below.place.id == stop.place.end
                assert stop.joins is not leads_below


def test_a_choice_changes_that_choice_alone(walks: list[Walk]) -> None:
    for explainer, route, routes, _ in walks:
        for picker in pickers(explainer, route, routes):
            assert [option.id for option, _ in picker.options] == [option.id for option in picker.choice.options]
            for option, other in picker.options:
                changed = {**route.path.selection, picker.choice.id: option.id}
                assert other.path.selection == changed


def test_the_same_tool_elsewhere_is_found_from_both_sides(walks: list[Walk]) -> None:
    pairs = set()
    for explainer, _, _, stops in walks:
        for stop in stops:
            if isinstance(stop.place, Stage):
                pairs |= {(explainer.framework, stop.place.name, one.framework, one.name) for one in stop.elsewhere}
    assert pairs
    assert {(theirs, there, ours, here) for ours, here, theirs, there in pairs} == pairs
    assert all(ours != theirs for ours, _, theirs, _ in pairs)


def test_quotes_of_a_path_are_counted_once(walks: list[Walk]) -> None:
    for explainer, route, _, _ in walks:
        assert 0 < route.found <= route.quotes <= len(explainer.citations)


def test_a_card_counts_what_was_found(dataset: Dataset) -> None:
    for card in cards(dataset):
        assert 0 < card.found <= card.counts.quotes
        assert card.picture.count('class="column"') == len(card.explainer.paths)
