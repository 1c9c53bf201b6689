import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile import kernel_lines
from chipward.capture.tracers.torch.compile.findings.kernels import innermost_loops
from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.graph_text import GraphText
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.kernel_lines import find_lines
from chipward.capture.tracers.torch.compile.origins import STAMP
from chipward.capture.tracers.torch.compile.state import BuiltKernel, Graph, KernelText, Printed
from chipward.capture.tracers.torch.compile.templates import origins_in_template

VECTORISED = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(16L))
{
    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
}
"""
SCALAR = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(3L); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
}
"""
OUTER_TILED = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(64L); x0+=static_cast<int64_t>(8L))
{
    for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(8L); x1+=static_cast<int64_t>(1L))
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0 + 64L*x1));
    }
}
"""
WITH_TAIL = """
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(100L); x0+=static_cast<int64_t>(16L))
{
    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0);
    for (int64_t x0_tail = static_cast<int64_t>(96L);x0_tail < static_cast<int64_t>(100L); x0_tail++)
    {
        auto tmp0 = in_ptr0[static_cast<int64_t>(x0_tail)];
    }
}
"""

NODES = """def forward(self, x):
    relu: "f32[4]" = torch.ops.aten.relu.default(x)
    sin: "f32[4]" = torch.ops.aten.sin.default(relu)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (VECTORISED, [(2, 16, False)]),
        (SCALAR, [(2, 1, False)]),
        (OUTER_TILED, [(4, 8, False)]),
        (WITH_TAIL, [(2, 16, True)]),
        (VECTORISED + SCALAR, [(2, 16, False), (7, 1, False)]),
        ("no loop", []),
    ],
)
def test_the_innermost_loops_and_their_width(text: str, expected: object) -> None:
    assert [tuple(loop) for loop in innermost_loops(text)] == expected


def test_a_part_is_found_where_it_stands_once() -> None:
    assert find_lines(["a", "b", "c", "d"], ["b", "c"]) == 1


def test_a_part_that_stands_twice_is_not_found() -> None:
    assert find_lines(["a", "b", "a"], ["a"]) is None


def test_empty_lines_around_a_part_do_not_matter() -> None:
    assert find_lines(["x", "a", "b"], ["", "a", "b", "", ""]) == 0


def test_a_placeholder_stands_for_a_name_and_for_nothing_else() -> None:
    part = ['extern "C" void Placeholder.KERNEL_NAME(float* x)', "{"]
    assert find_lines(["", 'extern "C" void kernel(float* x)', "{"], part) == 1
    assert find_lines(["", 'extern "C" void kernel(float* y)', "{"], part) is None


def test_nothing_is_found_in_nothing() -> None:
    assert find_lines([], ["a"]) is None
    assert find_lines(["a"], ["", ""]) is None


def test_what_was_generated_for_a_template_is_found_in_it() -> None:
    relu, rest = Origins("relu"), None
    piece = ("for (;;)\n{\n    tmp1 = relu(tmp0 + ks0);\n}\n", [rest, rest, relu, rest])
    text = "by hand\n        for (;;)\n        {\n            tmp1 = relu(tmp0 + cur_qSplitSize);\n        }\nby hand"
    assert origins_in_template(text, [piece]) == [None, None, None, relu, None, None]


def test_equal_pieces_for_different_steps_are_guesses() -> None:
    text, shared = "a;\nb;\nc;\n", Origins("shared")
    pieces = [(text, [Origins(name), shared, None]) for name in ("x", "y")]
    found = origins_in_template(f"{text}by hand;\n{text}", pieces) or []
    told = [(origins.nodes, origins.is_guess) if origins else None for origins in found]
    same = (["shared"], False)
    assert told == [(["x"], True), same, None, None, (["y"], True), same, None, None]


def test_equal_pieces_for_the_same_step_are_no_guess() -> None:
    text, step = "a;\nb;\nc;\n", Origins("x")
    assert origins_in_template(text * 2, [(text, [step, None, None])] * 2) == [step, None, None, step, None, None, None]


def test_the_map_of_a_guess_says_so(tmp_path: Path) -> None:
    text = "a;\nb;\nc;\n"
    steps = {name: SimpleNamespace(meta={STAMP: (("", name),)}, all_input_nodes=()) for name in ("relu", "sin")}
    pieces = [(text, [Origins(step), None, None]) for step in steps.values()]
    journal = Journal(tmp_path)
    unit = journal.unit("kernel", name="kernel", kind="kernel")
    kept = [
        journal.artifact(unit, name, stage=None, kind=kind, title=name, content=content, how="Made up")
        for name, kind, content in (("graph", "aten-graph", NODES), ("cpp", "cpp-kernel", text * 2))
    ]
    graph = Graph("kernel", CompileId(0, 0), "forward", texts={"post-grad": Printed(kept[0], GraphText(NODES))})
    graph.built["k"] = BuiltKernel("k", text * 2, None, artifact=kept[1], text=text * 2)
    for uses in (origins_in_template(text * 2, pieces), pieces[0][1]):
        graph.kernels["k"] = KernelText("k", text * 2, uses=[uses or []])
        kernel_lines.write(journal, graph)
    records = [json.loads(line) for line in (tmp_path / "journal-0.jsonl").read_text().splitlines()]
    guessed, sure = (record for record in records if record["type"] == "map")
    assert [guessed["edges"][side] for side in ("from", "to", "kind")] == [[2, 3], [1, 4], "gg"]
    assert guessed["method"] == f"{kernel_lines.WRITTEN_FOR}. {kernel_lines.BY_ORDER}"
    assert (sure["edges"]["kind"], sure["method"]) == ("e", kernel_lines.WRITTEN_FOR)


def test_pieces_that_cannot_be_told_apart_are_left_alone() -> None:
    piece = ("a;\nb;\nc;\n", [Origins("x"), None, None])
    assert origins_in_template("a;\nb;\nc;\na;\nb;\nc;\n", [piece]) is None
    assert origins_in_template("nothing of it", [piece]) is None
