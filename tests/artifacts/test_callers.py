"""Nodes that name no line of their own come from the line that called what was compiled, where that is known."""

from made_traces import derived, spelled, trace_of

from chipward.artifacts.derivations.callers import METHOD
from chipward.artifacts.derive import complete, derive_maps
from chipward.model.artifact import ArtifactId
from chipward.model.lines import LineMap

PROGRAM = "import torch\nmodel = torch.nn.Sequential()\ncompiled(x)\n"
LIBRARY = "def inner(*args):\n    return fn(*args)\n"
BYTECODE = "inner:\n  2           0 LOAD_DEREF               0 (fn)\n"
GRAPH = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4]"):
        l_x_ = L_x_

        # No stacktrace found for following nodes
        conv: "f32[4]" = torch.conv2d(l_x_);  l_x_ = None
        relu: "f32[4]" = torch.relu(conv);  conv = None

        # File: /a/mlp.py:2 in forward, code: model = torch.nn.Sequential()
        sin: "f32[4]" = relu.sin();  relu = None
        return (sin,)
"""
TEXTS = {
    "program/mlp.py": ("python-source", PROGRAM),
    "program/wrapper.py": ("python-source", LIBRARY),
    "frame-0/bytecode": ("python-bytecode", BYTECODE),
    "frame-0/dynamo-graph": ("fx-graph", GRAPH),
    "graph-0/aten": ("aten-graph", GRAPH),
}
OF_A_TARGET = {
    "cuda-h100-frame-0/graph": ("fx-graph", GRAPH),
    "cuda-h100-graph-0/aten": ("aten-graph", GRAPH),
}
PARENTS = {"graph-0": "frame-0", "cuda-h100-frame-0": "frame-0", "cuda-h100-graph-0": "cuda-h100-frame-0"}
FILES = {"/a/mlp.py": "program/mlp.py", "/lib/wrapper.py": "program/wrapper.py"}
PLACES = {"frame-0": ("program/mlp.py", 3)}
OF_A_LIBRARY = [("program/wrapper.py", "frame-0/bytecode")]


def _found(places: dict[str, tuple[str, int]], recorded: list[tuple[str, str]]) -> dict[str, str]:
    trace, read_text = trace_of(TEXTS, parents=PARENTS, files=FILES, places=places, recorded=recorded)
    return {one.end: spelled(one.line_map) for one in derive_maps(trace, read_text) if one.method == METHOD}


def test_nodes_without_a_line_come_from_the_caller() -> None:
    assert _found(PLACES, OF_A_LIBRARY) == {"frame-0/dynamo-graph": "3-6g 3-7g", "graph-0/aten": "3-6g 3-7g"}


def test_so_do_those_of_a_target_whose_frame_has_no_bytecode_of_its_own() -> None:
    trace, read_text = trace_of(
        TEXTS | OF_A_TARGET,
        parents=PARENTS,
        files=FILES,
        places=PLACES | {"cuda-h100-frame-0": ("program/mlp.py", 3)},
        recorded=OF_A_LIBRARY,
    )
    found = {one.end: spelled(one.line_map) for one in derive_maps(trace, read_text) if one.method == METHOD}
    assert {end: edges for end, edges in found.items() if end in OF_A_TARGET} == dict.fromkeys(OF_A_TARGET, "3-6g 3-7g")


def test_nodes_that_name_a_line_keep_it() -> None:
    trace, read_text = trace_of(TEXTS, parents=PARENTS, files=FILES, places=PLACES, recorded=OF_A_LIBRARY)
    both = [one for one in derive_maps(trace, read_text) if one.end == "frame-0/dynamo-graph"]

    assert [spelled(one.line_map) for one in both] == ["2-10e", "3-6g 3-7g"]
    assert [(loss.side, loss.lines, loss.why) for loss in both[1].losses] == [
        ("to", 9, "names a line of its own, or is no node")
    ]


def test_where_a_function_of_the_program_begins_is_no_caller() -> None:
    assert _found(PLACES, [("program/mlp.py", "frame-0/bytecode")]) == {}


def test_without_bytecode_nobody_knows_whose_the_code_is() -> None:
    assert _found(PLACES, []) == {}


def test_a_unit_without_a_place_has_no_caller() -> None:
    assert _found({}, OF_A_LIBRARY) == {}


def test_a_place_that_the_file_does_not_have_is_no_caller() -> None:
    assert _found({"frame-0": ("program/mlp.py", 4)}, OF_A_LIBRARY) == {}


def test_a_map_that_was_recorded_is_not_derived_again() -> None:
    trace, read_text = trace_of(TEXTS, parents=PARENTS, files=FILES, places=PLACES, recorded=OF_A_LIBRARY)
    once, _ = complete(trace, read_text, lambda _: LineMap(()))

    assert (ArtifactId("program/mlp.py"), ArtifactId("graph-0/aten")) in {(one.start, one.end) for one in once.maps}
    assert derived(once, read_text) == {}
