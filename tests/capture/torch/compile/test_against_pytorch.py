"""PyTorch's own word, from a trace that it wrote itself, against what chipward recorded."""

import json
from collections import defaultdict

import pytest

from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow

OwnTrace = list[tuple[dict[str, object], str]]


def _kernels_by_node(own_trace: OwnTrace) -> dict[str, dict[str, set[str]]]:
    """By compilation: each kernel's nodes of the post-grad graph, as Inductor's provenance tracking has them."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for metadata, payload in own_trace:
        named = metadata.get("artifact")
        if isinstance(named, dict) and named.get("name") == "inductor_provenance_tracking_node_mappings":
            compilation = f"{metadata['frame_id']}-{metadata['frame_compile_id']}"
            for kernel, nodes in json.loads(payload).get("cppCodeToPost", {}).items():
                found[compilation][kernel.rsplit(":", 1)[0]] |= set(nodes)
    return found


def test_each_kernel_computes_the_nodes_that_inductor_says(bundle: Bundle, own_trace: OwnTrace) -> None:
    expected = _kernels_by_node(own_trace)
    compared = 0
    for entry in bundle.trace.maps:
        if not (entry.start.endswith("-forward/post-grad") and entry.end.endswith("/cpp")):
            continue
        compilation = entry.start.removeprefix("graph-").removesuffix("-forward/post-grad")
        kernel = entry.end.removesuffix("/cpp").removeprefix(f"kernel-{compilation}-forward-")
        text = bundle.text(entry.start).split("\n")
        nodes = {text[line - 1].split(":")[0].split(" = ")[0].strip() for line in bundle.line_map(entry.id).starts}
        assert nodes == expected[compilation][kernel], entry.end
        compared += 1
    assert compared >= 6


def test_the_texts_are_those_of_pytorchs_own_trace(bundle: Bundle, own_trace: OwnTrace) -> None:
    names = {
        "dynamo_output_graph": "dynamo-graph",
        "aot_joint_graph": "joint",
        "aot_inference_graph": "aten",
        "aot_forward_graph": "aten",
        "aot_backward_graph": "aten",
        "inductor_output_code": "wrapper",
    }
    for name, ours in names.items():
        theirs = [payload.rstrip("\n") for metadata, payload in own_trace if name in metadata]
        kept = [bundle.text(each.id).rstrip("\n") for each in bundle.trace.artifacts if each.id.endswith(f"/{ours}")]
        assert theirs, name
        assert set(theirs) <= set(kept), name


def test_every_kernel_that_the_wrapper_calls_is_a_unit(bundle: Bundle) -> None:
    for artifact in bundle.trace.artifacts:
        if artifact.kind == "inductor-wrapper":
            defined = [
                line.split(" = ")[0] for line in bundle.text(artifact.id).split("\n") if " = async_compile." in line
            ]
            units = [unit.name for unit in bundle.trace.units if unit.parent == artifact.unit]
            assert sorted(units) == sorted(defined)
