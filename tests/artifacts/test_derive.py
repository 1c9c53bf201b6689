"""The maps that texts tell of: which lines they join, and what is left alone."""

from made_traces import derived, spelled, trace_of

from chipward.artifacts.derive import complete, derive_maps
from chipward.artifacts.line_graph import LineGraph
from chipward.errors import Misuse
from chipward.model.artifact import ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import MapId

PYTHON = "import torch\n\ndef forward(x):\n    y = torch.relu(x)\n    return y.sin()\n"
GRAPH = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4]"):
        # File: /a/mlp.py:4 in forward, code: y = torch.relu(x)
        y: "f32[4]" = torch.relu(l_x_);  l_x_ = None

        # File: /a/mlp.py:5 in forward, code: return y.sin()
        sin: "f32[4]" = y.sin();  y = None
        return (sin,)
"""
WRAPPER = """cpp_fused_relu_0 = async_compile.cpp_pybinding(['float*'], r'''
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  kernel(float* in_out_ptr0)
{
}
''')

def call(args):
    # Topologically Sorted Source Nodes: [y, sin], Original ATen: [aten.relu]
    cpp_fused_relu_0(buf1)
    # Topologically Sorted Source Nodes: [sin], Original ATen: [aten.sin]
    extern_kernels.sin(buf1)
"""
KERNEL = """
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  kernel(float* in_out_ptr0)
{
}

// Python bindings to call kernel():
"""
TEXTS = {
    "program/mlp.py": ("python-source", PYTHON),
    "frame-0/dynamo-graph": ("fx-graph", GRAPH),
    "graph-0/wrapper": ("inductor-wrapper", WRAPPER),
    "kernel-0/cpp": ("cpp-kernel", KERNEL),
    "kernel-0/so": ("shared-object", "\x7fELF"),
}
PARENTS = {"graph-0": "frame-0", "kernel-0": "graph-0"}
FILES = {"/a/mlp.py": "program/mlp.py"}


def test_a_graph_comes_from_the_lines_that_its_comments_name() -> None:
    found = derived(*trace_of(TEXTS, parents=PARENTS, files=FILES))["program/mlp.py", "frame-0/dynamo-graph"]

    assert spelled(found.line_map) == "4-4e 5-7e"
    assert [(loss.side, loss.lines) for loss in found.losses] == [("to", 6)]


def test_a_wrapper_computes_the_nodes_that_its_comments_name() -> None:
    found = derived(*trace_of(TEXTS, parents=PARENTS, files=FILES))["frame-0/dynamo-graph", "graph-0/wrapper"]

    assert spelled(found.line_map) == "4-10f 7-10f 7-12e"


def test_a_kernel_is_what_the_wrapper_holds() -> None:
    found = derived(*trace_of(TEXTS, parents=PARENTS, files=FILES))["graph-0/wrapper", "kernel-0/cpp"]

    assert spelled(found.line_map) == "2-2e 3-3e 4-4e 5-5e"
    assert [(loss.lines, loss.why) for loss in found.losses] == [(3, "added around the kernel")]


def test_a_kernel_of_another_graph_is_left_alone() -> None:
    assert ("graph-0/wrapper", "kernel-0/cpp") not in derived(*trace_of(TEXTS, parents={"graph-0": "frame-0"}))


def test_a_kernel_that_the_wrapper_does_not_hold_is_left_alone() -> None:
    texts = {**TEXTS, "kernel-0/cpp": ("cpp-kernel", "int main() { return 0; }\n")}

    assert ("graph-0/wrapper", "kernel-0/cpp") not in derived(*trace_of(texts, parents=PARENTS))


def test_a_text_that_names_itself_is_not_joined_to_itself() -> None:
    assert derived(*trace_of({"a/graph": ("fx-graph", GRAPH)}, files={"/a/mlp.py": "a/graph"})) == {}


def test_what_was_recorded_is_left_alone() -> None:
    recorded = [
        ("program/mlp.py", "frame-0/dynamo-graph"),
        ("frame-0/dynamo-graph", "graph-0/wrapper"),
        ("graph-0/wrapper", "kernel-0/cpp"),
    ]
    assert derived(*trace_of(TEXTS, parents=PARENTS, files=FILES, recorded=recorded)) == {}


def test_a_file_is_known_by_the_end_of_its_path_if_no_other_ends_so() -> None:
    guards = "+- TENSOR_MATCH: check_tensor(L['x'])  # y = torch.relu(x)  # a/mlp.py:4 in forward\n"
    texts = {"program/mlp.py": ("python-source", PYTHON), "frame-0/guards": ("guards", guards)}
    pair = ("program/mlp.py", "frame-0/guards")

    by_ending = derived(*trace_of(texts, files={"/long/a/mlp.py": "program/mlp.py"}))[pair]
    assert spelled(by_ending.line_map) == "4-1g"
    assert by_ending.method.endswith("the one file of the program that ends so")
    whole = derived(*trace_of(texts, files={"a/mlp.py": "program/mlp.py"}))[pair]
    assert spelled(whole.line_map) == "4-1e"
    assert "end of a path" not in whole.method
    two = {"/long/a/mlp.py": "program/mlp.py", "/other/a/mlp.py": "program/mlp.py"}
    assert pair not in derived(*trace_of(texts, files=two))


def test_a_text_that_names_no_file_speaks_of_the_one_in_which_its_unit_begins() -> None:
    bytecode = (
        "  4           2 LOAD_GLOBAL              1 (NULL + torch)\n             14 LOAD_ATTR                1 (relu)\n"
    )
    texts = {"program/mlp.py": ("python-source", PYTHON), "frame-0/bytecode": ("python-bytecode", bytecode)}
    trace = trace_of(texts, places={"frame-0": ("program/mlp.py", 3)})

    assert spelled(derived(*trace)["program/mlp.py", "frame-0/bytecode"].line_map) == "4-1e 4-2g"
    assert derived(*trace_of(texts)) == {}


def test_a_line_behind_the_end_of_its_file_is_a_loss() -> None:
    graph = GRAPH.replace("mlp.py:5", "mlp.py:500")
    texts = {"program/mlp.py": ("python-source", PYTHON), "frame-0/graph": ("aten-graph", graph)}
    found = derived(*trace_of(texts, files=FILES))["program/mlp.py", "frame-0/graph"]

    assert spelled(found.line_map) == "4-4e"
    assert ("to", 1, "names a line that the file does not have") in {
        (loss.side, loss.lines, loss.why) for loss in found.losses
    }


def test_columns_are_those_of_the_python_line() -> None:
    texts = {
        "program/mlp.py": ("python-source", PYTHON),
        "eager/ops": ("eager-ops", "# /a/mlp.py:4:8-21 in forward\naten.relu.default(f32[4])\n"),
    }
    found = derived(*trace_of(texts, files=FILES))["program/mlp.py", "eager/ops"]

    assert [edge.columns for edge in found.line_map] == [(8, 21)]


def test_a_name_that_two_graphs_know_is_inferred() -> None:
    texts = {**TEXTS, "graph-0/post-grad": ("aten-graph", GRAPH)}
    found = derived(*trace_of(texts, parents=PARENTS))["frame-0/dynamo-graph", "graph-0/wrapper"]

    assert {edge.kind for edge in found.line_map} == {EdgeKind.INFERRED}


def test_a_name_that_dynamo_does_not_know_is_one_of_the_graph_itself() -> None:
    backward = GRAPH.replace("sin:", "cos:")
    wrapper = "# Topologically Sorted Source Nodes: [cos], Original ATen: [aten.cos]\nextern_kernels.cos(buf0)\n"
    texts = {
        **TEXTS,
        "graph-1/post-grad": ("aten-graph", backward),
        "graph-1/wrapper": ("inductor-wrapper", wrapper),
    }
    found = derived(*trace_of(texts, parents={**PARENTS, "graph-1": "frame-0"}))

    assert spelled(found["graph-1/post-grad", "graph-1/wrapper"].line_map) == "7-2e"


def test_a_text_that_cannot_be_read_tells_of_no_map() -> None:
    trace, _ = trace_of(TEXTS, parents=PARENTS, files=FILES)

    def refuse(name: ArtifactId) -> str:
        message = f"{name} is broken"
        raise Misuse(message)

    assert list(derive_maps(trace, refuse)) == []


def test_units_that_nest_in_a_circle_end() -> None:
    trace, read_text = trace_of(TEXTS, parents={**PARENTS, "frame-0": "kernel-0"}, files=FILES)

    assert derived(trace, read_text)


def test_a_completed_trace_leads_from_python_to_the_kernel() -> None:
    trace, read_text = trace_of(TEXTS, parents=PARENTS, files=FILES, recorded=[("kernel-0/cpp", "program/mlp.py")])
    recorded = LineMap((Edge(1, 1, EdgeKind.EXACT),))
    whole, read_map = complete(trace, read_text, lambda _: recorded)

    assert read_map(MapId("0")) == recorded
    assert [entry.id for entry in whole.maps] == ["0", "1", "2", "3"]
    assert "graph-0/wrapper" in LineGraph(whole, read_map).became(ArtifactId("program/mlp.py"), 4)


def test_a_trace_that_tells_nothing_more_stays_as_it_is() -> None:
    trace, read_text = trace_of({"program/mlp.py": ("python-source", PYTHON)})

    assert complete(trace, read_text, lambda _: LineMap(()))[0] is trace
