import pytest

from chipward.capture.tracers.torch.compile.graph_text import GraphText, kinds_by_merging, named_nodes, same_nodes

FORWARD = """class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[4][1]cpu", primals_2: "f32[4, 4][4, 1]cpu"):
        # File: m.py:3 in f, code: y = x.sin()
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(primals_1);  primals_1 = None
        var_mean = torch.ops.aten.var_mean.correction(sin, [0], correction = 0)
        getitem: "f32[]cpu" = var_mean[0];  var_mean = None
        return (getitem,)
"""
WITH_ARMS = """class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4][1]cpu"):
        true_graph_0 = self.true_graph_0
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1)
        return (sin,)

    class true_graph_0(torch.nn.Module):
        def forward(self, arg0_1: "f32[4][1]cpu"):
            sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1)
            return (sin,)

        class false_graph_0(torch.nn.Module):
            def forward(self, arg0_1: "f32[4][1]cpu"):
                sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1)
                return (sin,)
"""
JOINT = """class inner_f(torch.nn.Module):
    def forward(
        self,
        primals,
        tangents,
    ):
        primals_1: "f32[4][1]cpu"  # PlainAOTInput(idx=0)
        primals_1, = fx_pytree.tree_flatten_spec([primals, tangents], self._in_spec)
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(primals_1)
        return pytree.tree_unflatten([sin], self._out_spec)
"""


def test_each_node_stands_on_its_line() -> None:
    graph = GraphText(FORWARD)
    assert graph.nodes == {
        ("", "primals_1"): 2,
        ("", "primals_2"): 2,
        ("", "sin"): 4,
        ("", "var_mean"): 5,
        ("", "getitem"): 6,
    }


def test_a_call_has_its_target() -> None:
    assert GraphText(FORWARD).targets[("", "sin")] == "torch.ops.aten.sin.default"
    assert ("", "getitem") not in GraphText(FORWARD).targets


def test_nodes_of_graphs_inside_are_kept_apart_and_named_as_inductor_names_them() -> None:
    graph = GraphText(WITH_ARMS)
    assert graph.nodes[("", "sin")] == 4
    assert graph.nodes[("true_graph_0", "sin")] == 9
    assert graph.nodes[("true_graph_0_false_graph_0", "sin")] == 14


def test_inputs_of_a_joint_graph_are_nodes() -> None:
    assert GraphText(JOINT).nodes[("", "primals_1")] == 7


def test_nodes_are_joined_by_name_and_only_where_they_call_the_same() -> None:
    other = GraphText(FORWARD.replace("aten.sin.default", "aten.cos.default"))
    lines = {edge[0] for edge in same_nodes(GraphText(FORWARD), other, same_target=True)}
    assert lines == {2, 5, 6}
    assert 4 in {edge[0] for edge in same_nodes(GraphText(FORWARD), other, same_target=False)}


def test_provenance_names_that_are_not_there_join_nothing() -> None:
    graph = GraphText(FORWARD)
    assert named_nodes(graph, graph, {"sin": ["getitem", "gone"], "gone": ["sin"]}) == [(4, 6, "exact")]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [([(1, 5), (1, 6)], [(1, 5, "exact"), (1, 6, "exact")]), ([(1, 5), (2, 5)], [(1, 5, "fused"), (2, 5, "fused")])],
)
def test_several_lines_that_became_one_are_fused(pairs: list[tuple[int, int]], expected: object) -> None:
    assert kinds_by_merging(pairs) == expected


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ('    def forward(self, L_x_: "f32[4, 8][8, 1]cuda:0"):', 0),
        ('        total: "f32[]cuda:1" = x.sum();  x = None', 1),
        ('        x: "Sym(s77)" = y; z: "bf16[s77, 8][8, 1]cuda:0" = y * 2', 0),
        ('        add: "f32[4][1]cpu" = x.to("cuda:0")', None),
        ("         # File: a.py:1 in f, code: x[0] + names['cuda:0']", None),
        ("", None),
    ],
)
def test_a_graph_tells_on_which_gpu_its_tensors_lie(line: str, number: int | None) -> None:
    assert GraphText(f"class GraphModule(torch.nn.Module):\n{line}\n").gpu == number


def test_no_text_breaks_the_reader() -> None:
    for text in ("", "\n", "class x", "def forward(self", "    a = ", '    a: "', FORWARD[:70], "\x00" * 9):
        assert isinstance(GraphText(text).nodes, dict)
