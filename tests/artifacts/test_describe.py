"""What is said of a line: in numbers, and hop by hop how it is known."""

import itertools

from made_traces import trace_of

from chipward.artifacts.derive import complete
from chipward.artifacts.describe import LONGEST, Piece, describe
from chipward.artifacts.line_graph import LineGraph, Relation
from chipward.model.artifact import ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap

GRAPH = """def forward(self, x):
    # File: mlp.py:2 in forward, code: y = relu(x.sin())
    sin: "f32[4]" = torch.ops.aten.sin.default(x)
    relu: "f32[4]" = torch.ops.aten.relu.default(sin)
    # File: mlp.py:3 in forward, code: return y + 1
    add: "f32[4]" = torch.ops.aten.add.Tensor(relu, 1)
"""
ASM = "0000000000001000 <kernel>:\n    1000  vmaxps       zmm0, zmm1, zmm2\n    1004  ret\n"
TEXTS = {
    "program/mlp.py": ("python-source", "def forward(x):\n    y = relu(x.sin())\n    return y + 1\n"),
    "graph-0/aten": ("aten-graph", GRAPH),
    "kernel-0/asm": ("asm-x86", ASM),
}
RECORDED = LineMap.of([Edge(3, 1, EdgeKind.UNIT), Edge(4, 2, EdgeKind.INLINED), Edge(6, 1, EdgeKind.EXACT)])


def _told(artifact: str, line: int) -> dict[tuple[Relation, str], Piece]:
    trace, read_text = trace_of(TEXTS, files={"mlp.py": "program/mlp.py"}, recorded=[("graph-0/aten", "kernel-0/asm")])
    whole, read_map = complete(trace, read_text, lambda _: RECORDED)
    pieces = describe(whole, LineGraph(whole, read_map), ArtifactId(artifact), line, read_text)
    return {(piece.relation, piece.artifact): piece for piece in pieces}


def test_lines_are_counted_as_what_they_are() -> None:
    told = _told("program/mlp.py", 2)
    ops, instructions = told[Relation.BECAME, "graph-0/aten"], told[Relation.BECAME, "kernel-0/asm"]

    assert (ops.count, ops.total, ops.noun, ops.kinds) == (2, 3, "ATen ops", {EdgeKind.EXACT: 2})
    assert (instructions.count, instructions.total, instructions.noun) == (1, 2, "instruction")
    assert instructions.kinds == {EdgeKind.INLINED: 1}


def test_each_hop_says_how_it_is_known_and_how_much_it_covers() -> None:
    first, second = _told("program/mlp.py", 2)[Relation.BECAME, "kernel-0/asm"].hops

    assert (first.start, first.end) == ("program/mlp.py", "graph-0/aten")
    assert first.method == "Files and lines that the text itself names"
    assert (first.mapped, first.lines) == (3, 6)
    assert (second.start, second.end, second.method) == ("graph-0/aten", "kernel-0/asm", "by hand")


def test_hops_upward_cover_the_text_that_they_lead_to() -> None:
    told = _told("kernel-0/asm", 2)
    (hop,) = told[Relation.CAME_FROM, "graph-0/aten"].hops
    back, home = told[Relation.CAME_FROM, "program/mlp.py"].hops

    assert (hop.start, hop.end) == ("kernel-0/asm", "graph-0/aten") == (back.start, back.end)
    assert (home.end, home.mapped, home.lines) == ("program/mlp.py", 2, 3)
    assert told[Relation.CAME_FROM, "program/mlp.py"].noun == "Python line"


def test_where_nothing_is_an_item_lines_are_counted() -> None:
    told = _told("graph-0/aten", 6)[Relation.BECAME, "kernel-0/asm"]

    assert (told.count, told.total, told.noun) == (1, 3, "line")


def test_kin_is_not_counted() -> None:
    assert {relation for relation, _ in _told("graph-0/aten", 4)} == {Relation.BECAME, Relation.CAME_FROM}


def test_texts_by_the_thousand_do_not_have_ways_by_the_million() -> None:
    names = [f"unit-{number}/text" for number in range(2_000)]
    trace, read_text = trace_of(
        {name: ("inductor-ir", f"{name}\n") for name in names}, recorded=list(itertools.pairwise(names))
    )
    one = LineMap.identity(1)
    pieces = describe(trace, LineGraph(trace, lambda _: one), ArtifactId(names[0]), 1, read_text)

    assert [piece.artifact for piece in pieces] == names[1:]
    assert [len(piece.hops) for piece in pieces[:LONGEST]] == list(range(1, LONGEST + 1))
    assert not any(piece.hops for piece in pieces[LONGEST:])
