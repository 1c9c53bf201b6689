"""Which expression of a line called which operators: expected by hand."""

from pathlib import Path

import pytest
from eager_lines import operator, operators_by_expression

from chipward.bundle.read import Bundle
from chipward.capture.tracers.torch.eager.listing import TIMES

pytestmark = pytest.mark.slow

SOURCE = "program/by_hand.py"
PROGRAM = (Path(__file__).parent / "programs/by_hand.py").read_text().split("\n")

BY_HAND = {
    "layer(x)": ["aten::t", "aten::addmm"],
    "torch.relu(hidden)": ["aten::relu", "aten::detach"],
    "hidden.mul(2)": ["aten::mul.Tensor"],
    "torch.relu(hidden) + hidden.mul(2)": ["aten::add.Tensor"],
    "value * 2": ["aten::mul.Tensor"],
    "gradient + gradient": ["aten::add.Tensor"],
    "key.transpose(0, 1)": ["aten::transpose.int"],
    "query @ key.transpose(0, 1)": ["aten::mm"],
    "scores.softmax(-1)": ["aten::_softmax", "aten::detach"],
    "F.cross_entropy(doubled, torch.tensor([1, 3]))": ["aten::_log_softmax", "aten::detach", "aten::nll_loss_forward"],
    "optimizer.step()": ["aten::add_.Tensor", "aten::add_.Tensor"],
    "x.double()": ["aten::to.dtype"],
    "x.double().mean()": ["aten::mean"],
    "x.sum()": ["aten::sum"],
    "torch.cat([x, x.T.reshape(2, 8)])": ["aten::cat"],
    "row[1]": ["aten::select.int"],
    "row[1].add_(1)": ["aten::add_.Tensor"],
}


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(PROGRAM, 1) if text in line)


@pytest.fixture(scope="module")
def operators(bundle: Bundle) -> dict[tuple[int, str], list[str]]:
    return operators_by_expression(bundle, SOURCE, "eager/ops")


@pytest.mark.parametrize("expression", BY_HAND)
def test_an_expression_is_tied_to_the_operators_that_it_called(
    operators: dict[tuple[int, str], list[str]], expression: str
) -> None:
    assert operators[line_of(expression), expression] == BY_HAND[expression]


def test_the_same_operators_without_gradients_are_told_apart(bundle: Bundle) -> None:
    text = bundle.text("eager/ops")
    assert f"aten::addmm(f32[4], f32[2, 8], f32[8, 4] strides (1, 8)) -> f32[2, 4]  {TIMES}3" in text
    assert f"aten::addmm(f32[4], f32[2, 8], f32[8, 4] strides (1, 8)) -> f32[2, 4], no grad  {TIMES}2" in text
    assert f"aten::mean(f64[2, 8]) -> f64[], inference mode  {TIMES}1" in text


def test_a_call_through_the_library_is_told_with_the_line_there(bundle: Bundle) -> None:
    heading = next(
        line for line in bundle.text("eager/ops").split("\n") if "hidden = layer" in line or "layer(x)" in line
    )
    assert heading.startswith(
        f"# by_hand.py:{line_of('hidden = layer(x)')}:13-21 in <module>: layer(x) (torch/nn/modules/linear.py:"
    )
    assert heading.endswith(": F.linear(input, self.weight, self.bias))")


def test_each_line_of_a_long_expression_leads_to_its_operator(operators: dict[tuple[int, str], list[str]]) -> None:
    first = line_of("joined = torch.cat(")
    assert operators[first, "torch.cat("] == ["aten::cat"]
    assert operators[first + 1, "["] == operators[first + 2, "x,"] == operators[first + 5, ")"] == ["aten::cat"]


def test_every_operator_has_its_line(bundle: Bundle) -> None:
    rows = bundle.text("eager/ops").split("\n")
    sources = {artifact.id for artifact in bundle.trace.artifacts if artifact.kind == "python-source"}
    edges = [
        edge
        for entry in bundle.trace.maps
        if entry.start in sources and entry.end == "eager/ops"
        for edge in bundle.line_map(entry.id)
    ]
    called = {number for number, row in enumerate(rows, 1) if row.startswith("aten::")}
    assert {edge.end for edge in edges} == called
    assert {edge.kind for edge in edges} == {"exact"}


def test_the_calls_of_the_interface_stand_between_a_line_and_its_operators(bundle: Bundle) -> None:
    rows = bundle.text("eager/calls").split("\n")
    line = next(
        number for number, row in enumerate(rows, 1) if row.startswith("F.linear(input, self.weight, self.bias)")
    )
    assert "in Linear.forward]" in rows[line - 1]
    assert rows[line - 2].endswith(": layer(x)")
    onwards = next(entry for entry in bundle.trace.maps if (entry.start, entry.end) == ("eager/calls", "eager/ops"))
    operators = bundle.text("eager/ops").split("\n")
    assert [operator(operators[edge.end - 1]) for edge in bundle.line_map(onwards.id).after(line)] == [
        "aten::t",
        "aten::addmm",
    ]
    before = next(entry for entry in bundle.trace.maps if (entry.start, entry.end) == (SOURCE, "eager/calls"))
    assert line_of("hidden = layer(x)") in bundle.line_map(before.id).starts


def test_a_cell_that_is_no_file_is_kept_with_its_text(bundle: Bundle) -> None:
    cell = next(artifact.id for artifact in bundle.trace.artifacts if artifact.title == "<cell 1>")
    assert bundle.text(cell) == "negative = x.neg()"
    assert operators_by_expression(bundle, cell, "eager/ops") == {(1, "x.neg()"): ["aten::neg"]}
    assert "# <cell 1>:1:11-18 in <module>: x.neg()" in bundle.text("eager/ops")
