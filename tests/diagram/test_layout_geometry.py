from collections.abc import Callable
from dataclasses import replace

import pytest
from faults import (
    against_the_current,
    arrows_on_arrows,
    arrows_through_boxes,
    colliding_text,
    false_returns,
    loose_ends,
    outside,
    overlapping_boxes,
    struck_headings,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from layered_graphs import explainers, make_explainer
from real_paths import EXPLAINERS, name

from chipward.diagram.layout import lay_out
from chipward.diagram.shapes import Layout, Point
from chipward.errors import Misuse
from chipward.model.explainer import Explainer
from chipward.model.layer import Layer

Fault = Callable[[Layout], list[object]]
FAULTS: list[Fault] = [
    overlapping_boxes,
    arrows_through_boxes,
    against_the_current,
    false_returns,
    colliding_text,
    outside,
]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(explainer=explainers(), narrow=st.booleans())
def test_any_layered_graph_is_laid_out_without_fault(*, explainer: Explainer, narrow: bool) -> None:
    layout = lay_out(explainer, narrow=narrow)

    assert {fault.__name__: fault(layout) for fault in FAULTS} == {fault.__name__: [] for fault in FAULTS}
    assert list(loose_ends(explainer, layout)) == []


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
@pytest.mark.parametrize("fault", [*FAULTS, struck_headings, arrows_on_arrows], ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
def test_an_explainer_is_laid_out_without_fault(explainer: Explainer, fault: Fault, *, narrow: bool) -> None:
    assert fault(lay_out(explainer, narrow=narrow)) == []


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_the_trunk_of_an_explainer_is_one_straight_line(explainer: Explainer) -> None:
    layout = lay_out(explainer)
    longest = max(explainer.paths, key=lambda path: len(path.steps))
    straight = [step for step in longest.steps if len(layout.arrows[step].corners) == 2]
    middle = layout.boxes[explainer.step[longest.steps[0]].start].rect.middle.x

    assert len(straight) >= 7
    assert sum(layout.arrows[step].corners[0].x == middle for step in straight) >= 7


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_a_picture_fits_a_column_of_text_and_a_narrow_one_a_phone(explainer: Explainer) -> None:
    assert lay_out(explainer).width <= 830
    assert lay_out(explainer, narrow=True).width <= 360


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_stages_stand_in_the_band_of_their_layer(explainer: Explainer) -> None:
    layout = lay_out(explainer)
    ends = [*(band.y for band in layout.bands[1:]), layout.height]
    spans = {band.layer: (band.y, end) for band, end in zip(layout.bands, ends, strict=True)}

    for stage in explainer.stages:
        top, bottom = spans[stage.layer]
        assert top < layout.boxes[stage.id].rect.y < layout.boxes[stage.id].rect.bottom < bottom


def test_the_same_explainer_is_always_laid_out_alike() -> None:
    assert [lay_out(explainer) for explainer in EXPLAINERS] == [lay_out(explainer) for explainer in EXPLAINERS]


LINE = make_explainer(
    stages=[
        {"id": "code", "name": "Code", "caption": "yours", "layer": Layer.YOUR_CODE},
        {"id": "library", "name": "Library", "caption": "theirs", "layer": Layer.KERNELS},
        {"id": "runtime", "name": "Runtime", "caption": "calls it", "layer": Layer.RUNTIME_DRIVER},
        {"id": "chip", "name": "Chip", "caption": "runs it", "layer": Layer.CHIP},
    ],
    steps=[
        {"from": "code", "to": "runtime", "kind": "calls"},
        {"from": "runtime", "to": "library", "kind": "calls"},
        {"from": "library", "to": "chip", "kind": "runs on"},
        {"from": "runtime", "to": "chip", "kind": "runs on"},
    ],
    paths=[[0, 1, 2, 3]],
)


def test_an_arrow_to_a_higher_layer_is_a_return() -> None:
    layout = lay_out(LINE)

    assert [arrow.step for arrow in layout.arrows.values() if arrow.returns] == ["runtime--library"]


def test_a_cycle_in_one_layer_has_one_return() -> None:
    cycle = make_explainer(
        stages=[{"id": one, "name": one, "caption": one, "layer": Layer.COMPILER} for one in ("a", "b", "c")],
        steps=[{"from": start, "to": end, "kind": "leads to"} for start, end in ("ab", "bc", "ca")],
        paths=[[0, 1, 2]],
    )
    layout = lay_out(cycle)

    assert [arrow.step for arrow in layout.arrows.values() if arrow.returns] == ["c--a"]
    assert arrows_through_boxes(layout) == []


@pytest.mark.parametrize(("above", "below"), [(3, 3), (4, 3)])
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
def test_a_crowd_of_labels_gets_the_room_it_needs(above: int, below: int, *, narrow: bool) -> None:
    upper, lower = [f"a{number}" for number in range(above)], [f"b{number}" for number in range(below)]
    crowd = make_explainer(
        stages=[{"id": one, "name": one, "caption": "one", "layer": Layer.KERNELS} for one in upper]
        + [{"id": one, "name": one, "caption": "one", "layer": Layer.CHIP} for one in lower],
        steps=[{"from": a, "to": b, "kind": f"is a very wordy way from {a}"} for a in upper for b in lower],
        paths=[list(range(above * below))],
    )
    layout = lay_out(crowd, narrow=narrow)

    assert {fault.__name__: fault(layout) for fault in FAULTS} == {fault.__name__: [] for fault in FAULTS}


def test_a_step_from_a_stage_to_itself_is_refused() -> None:
    loop = make_explainer(
        stages=[{"id": "a", "name": "A", "caption": "one", "layer": Layer.CHIP}],
        steps=[{"from": "a", "to": "a", "kind": "calls"}],
        paths=[[0]],
    )
    with pytest.raises(Misuse, match="how-it-runs: step a--a leads from a stage to itself"):
        lay_out(loop)


def test_every_fault_can_be_found() -> None:
    layout = lay_out(LINE)
    code, chip = layout.boxes["code"], layout.boxes["chip"]  # type: ignore[index]
    call = layout.arrows["code--runtime"]  # type: ignore[index]
    down, up = call.corners, tuple(reversed(call.corners))
    far = Point(layout.width + 1, 0)

    def with_box(box: object) -> Layout:
        return replace(layout, boxes={**layout.boxes, "chip": box})

    def with_arrow(**changes: object) -> Layout:
        return replace(layout, arrows={**layout.arrows, "code--runtime": replace(call, **changes)})

    assert overlapping_boxes(with_box(replace(chip, rect=code.rect)))
    assert arrows_through_boxes(with_arrow(corners=(down[0], Point(down[0].x, layout.height))))
    assert against_the_current(with_arrow(corners=up))
    assert false_returns(with_arrow(returns=True))
    assert colliding_text(with_arrow(label=replace(call.label, rect=code.rect)))
    assert outside(with_arrow(corners=(down[0], far)))
    assert struck_headings(with_arrow(corners=(Point(1, 0), Point(1, layout.height))))
    assert arrows_on_arrows(with_arrow(corners=layout.arrows["runtime--chip"].corners))  # type: ignore[index]
    assert list(loose_ends(LINE, with_arrow(corners=(down[0], far))))
