"""The words of the trade: what they refuse and what they tell."""

from typing import Any

import pytest
from pydantic import ValidationError

from chipward.model.citation import Citation, Source
from chipward.model.explainer import Explainer, Stage, Step
from chipward.model.ids import StageId, step_id
from chipward.model.layer import Layer
from chipward.model.route import path_title, stages_on, steps_on, walk
from demo import explainer_of, in_repository, in_wheel

DEMO = Explainer.model_validate(explainer_of("a" * 40))


def test_values_never_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        DEMO.title = "Another"  # type: ignore[misc]


@pytest.mark.parametrize("path", ["/etc/passwd", "../up", "a/../b", "a//b", "./a", "a\\b", "a\0b", "", "a/"])
def test_a_path_stays_inside_its_repository(path: str) -> None:
    with pytest.raises(ValidationError, match="not a plain relative path"):
        Source.model_validate(in_repository("guide", path, "a" * 40))


PINS: list[dict[str, Any]] = [
    {"commit": None},
    {"repository": None},
    {"path": None},
    {"commit": None, "tag": "v1"},
    {"repository": None, "commit": None, "path": None, "url": "https://example.org/"},
    {"repository": None, "commit": None, "path": None, "read": "2026-01-01"},
]


@pytest.mark.parametrize("change", PINS)
def test_a_source_without_a_whole_pin_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="is not pinned"):
        Source.model_validate(in_repository("guide", "guide.md", "a" * 40) | change)


def test_a_release_alone_is_a_pin() -> None:
    assert Source.model_validate(in_wheel("api", "api.py")).release


@pytest.mark.parametrize("lines", [(0, 1), (2, 1), (-1, -1)])
def test_lines_are_a_range(lines: tuple[int, int]) -> None:
    with pytest.raises(ValidationError, match="not a range"):
        Citation.model_validate({"id": "quote", "source": "guide", "exact": "some words", "lines": lines})


@pytest.mark.parametrize("name", ["A", "a/b", "a--b", "-a", "a_b", "é", "a" * 65, "a\n", "<b>"])
def test_ids_can_stand_in_an_address(name: str) -> None:
    with pytest.raises(ValidationError):
        Citation.model_validate({"id": name, "source": "guide", "exact": "some words"})


def test_a_step_is_named_by_its_ends() -> None:
    assert step_id(StageId("one"), StageId("two")) == "one--two"
    assert DEMO.steps[0].id == "code--engine"


def test_layers_go_down_from_your_code_to_the_chip() -> None:
    assert [layer.depth for layer in Layer] == list(range(8))
    assert (Layer.YOUR_CODE.depth, Layer.CHIP.depth) == (0, 7)
    assert Layer.GRAPH_IR.heading == "Graph & IR"


def test_parts_are_found_by_their_ids() -> None:
    assert DEMO.stage[StageId("chip")].name == "Chip"
    assert DEMO.step[step_id(StageId("code"), StageId("engine"))].kind == "calls"
    assert DEMO.source["api"].release
    assert DEMO.citation.keys() == {citation.id for citation in DEMO.citations}


def test_a_path_is_walked_stage_by_stage_and_arrow_by_arrow() -> None:
    plain = DEMO.paths[0]
    told = [place.id for place in walk(DEMO, plain)]
    assert told == ["code", "code--engine", "engine", "engine--kernels", "kernels", "kernels--chip", "chip"]
    assert [stage.id for stage in stages_on(DEMO, plain)] == ["code", "engine", "kernels", "chip"]
    assert [step.id for step in steps_on(DEMO, plain)] == list(plain.steps)
    assert path_title(DEMO, DEMO.paths[1]) == "demo.fast"
    assert plain.address == "plain"


def test_a_stage_that_is_reached_twice_is_told_once() -> None:
    forked = DEMO.paths[0].model_copy(update={"steps": (*DEMO.paths[0].steps, *DEMO.paths[1].steps[1:])})
    told = list(walk(DEMO, forked))
    assert sum(isinstance(place, Stage) for place in told) == 5
    assert sum(isinstance(place, Step) for place in told) == 5
