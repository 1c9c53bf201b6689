"""The line that calls a library's function leads to what Dynamo made of it; lines that PyTorch loses are told of."""

import sys
from collections.abc import Iterator

import pytest
from compile_runs import run

from chipward.bundle.read import Bundle, open_bundle
from chipward.capture.tracers.torch.compile.inlined_calls import METHOD, graph_handed_over

PROGRAM = """\
import torch
from torch.nn.attention.flex_attention import flex_attention


def later_only(score, batch, head, query, key):
    kept = torch.tanh(score)
    return torch.where(query >= key, kept, -float("inf"))


@torch.compile(backend="eager")
def attend(q, k, v):
    doubled = q * 2
    attended = flex_attention(doubled, k, v, score_mod=later_only)
    return attended + 1


attend(*(torch.ones(1, 2, 128, 16) for _ in range(3)))
"""
SOURCE, GRAPH = "program/attend.py", "frame-0-0/dynamo-graph"


def _line(text: str) -> int:
    return next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if text in line)


@pytest.fixture(scope="module")
def attention(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    folder = tmp_path_factory.mktemp("attention")
    (folder / "attend.py").write_text(PROGRAM)
    run(folder, [sys.executable, "-m", "chipward", "trace", "-q", "-o", "run.chipward", "attend.py"])
    with open_bundle(folder / "run.chipward") as opened:
        yield opened


@pytest.mark.slow
def test_the_call_of_attention_leads_to_its_operator(attention: Bundle) -> None:
    (entry,) = (one for one in attention.trace.maps if one.method == METHOD)
    assert (entry.start, entry.end) == (SOURCE, GRAPH)
    text = attention.text(GRAPH).split("\n")
    edges = list(attention.line_map(entry.id))
    assert {(edge.start, edge.kind.value) for edge in edges} == {(_line("attended = flex"), "inlined")}
    called = [text[edge.end - 1].strip() for edge in edges]
    assert any("= torch.ops.higher_order.flex_attention(" in one for one in called)
    assert not any(one.endswith(" = L_k_") for one in called)  # an input was there before the call
    assert entry.losses[0].lines == entry.end_lines - entry.end_mapped


@pytest.mark.slow
def test_lines_that_the_graph_names_itself_are_still_read_from_it(attention: Bundle) -> None:
    named = {
        edge.start: edge.kind.value
        for one in attention.trace.maps
        if (one.start, one.end) == (SOURCE, GRAPH) and one.method != METHOD
        for edge in attention.line_map(one.id)
    }
    wanted = ("kept =", "return torch.where", "doubled =", "return attended + 1")
    assert named == dict.fromkeys(map(_line, wanted), "exact")


@pytest.mark.slow
def test_the_function_whose_lines_end_in_dynamo_s_graph_is_told(attention: Bundle) -> None:
    (told,) = (one for one in attention.trace.findings if one.kind == "lines-lost")
    assert told.unit == "frame-0-0"
    assert told.place
    assert (told.place.artifact, told.place.line) == (SOURCE, _line("kept ="))
    assert told.text.startswith("PyTorch traces the score_mod of flex_attention again")


def test_outside_of_dynamo_no_graph_is_handed_over() -> None:
    assert graph_handed_over() is None
