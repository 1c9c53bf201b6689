"""PyTorch's own word, where it has one, against what chipward recorded; and what a line map has to hold."""

import json
import re
from collections import defaultdict

import pytest
from gpu_runs import Compiled

from chipward.bundle.read import Bundle
from chipward.model.trace import MapEntry

pytestmark = pytest.mark.slow

# Lines that compute, load or store: `tmp2 = tmp0 + tmp1`, `_tmp9 = tl.full(…)`, `tl.store(out_ptr0 + (x0), tmp2)`.
_VALUE = re.compile(r"\s+(?:_?tmp\w+(?:, tmp\w+)*,? = |tl\.(?:store|atomic_\w+|device_assert)\()")
_CALL = re.compile(r"\s+(?:\w+ = )?(triton_\w+\.run|extern_kernels\.\w+)\(")
_OWN = re.compile(r"-(\d+)-0-(forward|backward)-(.*)/triton")


def _to_triton(bundle: Bundle, start: str) -> list[MapEntry]:
    return [entry for entry in bundle.trace.maps if entry.start.endswith(start) and entry.end.endswith("/triton")]


def _nodes(bundle: Bundle, entry: MapEntry) -> set[str]:
    text = bundle.text(entry.start).split("\n")
    whole = [line for line in bundle.line_map(entry.id).starts if re.match(r" {8}\w", text[line - 1])]  # no inner graph
    return {re.split(r"[:=]", text[line - 1])[0].strip() for line in whole}


def test_each_kernel_computes_the_nodes_that_inductor_says(gpu_bundle: Bundle, compiled: Compiled) -> None:
    expected: dict[tuple[int, str], set[str]] = defaultdict(set)
    for line in (compiled.spool / "provenance.jsonl").read_text().splitlines():
        told = json.loads(line)
        for kernel, nodes in told["kernels"].items():
            expected[told["frame"], kernel.rsplit(":", 1)[0]] |= set(nodes)
    compared = 0
    for entry in _to_triton(gpu_bundle, "-forward/post-grad"):
        frame, _, name = _OWN.search(entry.end).groups()  # type: ignore[union-attr]
        if (int(frame), name) in expected:
            assert _nodes(gpu_bundle, entry) == expected[int(frame), name], entry.end
            compared += 1
    assert compared >= 12


def test_a_line_that_computes_loads_or_stores_has_its_node(gpu_bundle: Bundle) -> None:
    entries = _to_triton(gpu_bundle, "/post-grad")
    assert len(entries) >= 20
    for entry in entries:
        lines = gpu_bundle.text(entry.end).split("\n")
        values = {number for number, line in enumerate(lines, 1) if _VALUE.match(line)}
        assert values <= gpu_bundle.line_map(entry.id).ends, entry.end


def test_each_step_of_the_ir_leads_to_its_lines(gpu_bundle: Bundle) -> None:
    for entry in _to_triton(gpu_bundle, "/ir-after-fusion"):
        if entry.start == "cuda-h100-graph-2-0-backward/ir-after-fusion":
            continue  # a sum over rows that the IR shows in two parts is put together again after it was printed
        by_node = next(each for each in _to_triton(gpu_bundle, "/post-grad") if each.end == entry.end)
        lines = gpu_bundle.text(entry.end).split("\n")
        values = {number for number in gpu_bundle.line_map(by_node.id).ends if _VALUE.match(lines[number - 1])}
        assert len(values & gpu_bundle.line_map(entry.id).ends) >= 0.9 * len(values), entry.end


def test_every_line_of_a_map_is_mapped_or_lost_for_a_reason(gpu_bundle: Bundle) -> None:
    for entry in _to_triton(gpu_bundle, "/post-grad"):
        lost = sum(loss.lines for loss in entry.losses if loss.side == "to")
        text = gpu_bundle.text(entry.end)
        assert lost + len(gpu_bundle.line_map(entry.id).ends) == text.count("\n"), entry.end


def test_a_kernel_stands_in_the_wrapper_line_for_line(gpu_bundle: Bundle) -> None:
    for entry in _to_triton(gpu_bundle, "/wrapper"):
        wrapper, kernel = (gpu_bundle.text(name).split("\n") for name in (entry.start, entry.end))
        edges = gpu_bundle.line_map(entry.id).edges
        assert {edge.end for edge in edges} == {number for number, line in enumerate(kernel, 1) if line.strip()}
        assert all(wrapper[edge.start - 1] == kernel[edge.end - 1] for edge in edges)


def test_every_call_in_a_wrapper_is_of_some_nodes(gpu_bundle: Bundle) -> None:
    found = defaultdict(list)
    for entry in gpu_bundle.trace.maps:
        if entry.start.endswith("/post-grad") and entry.end.endswith("/wrapper") and entry.end.startswith("cuda"):
            ends = gpu_bundle.line_map(entry.id).ends
            for number, line in enumerate(gpu_bundle.text(entry.end).split("\n"), 1):
                if call := _CALL.match(line):
                    assert number in ends, (entry.end, line)
                    found[call[1].split(".")[0]].append(number)
    assert len(found["extern_kernels"]) >= 8  # products are left to a library
    assert len(found) >= 20


def test_a_kernel_of_one_text_is_one_unit_with_several_calls(gpu_bundle: Bundle) -> None:
    units = [unit for unit in gpu_bundle.trace.units if unit.parent == "cuda-h100-graph-0-0-forward"]
    assert [unit.name for unit in units] == ["triton_poi_fused_relu_0"]
    entry = next(entry for entry in _to_triton(gpu_bundle, "cuda-h100-graph-0-0-forward/post-grad"))
    assert _nodes(gpu_bundle, entry) == {"relu", "relu_1", "relu_2"}


def test_the_final_sum_of_rows_is_the_wrappers(gpu_bundle: Bundle) -> None:
    entry = next(
        entry
        for entry in gpu_bundle.trace.maps
        if entry.start == "cuda-h100-graph-2-0-backward/post-grad" and entry.end.endswith("/wrapper")
    )
    nodes, wrapper = (gpu_bundle.text(name).split("\n") for name in (entry.start, entry.end))
    sums = {number for number, line in enumerate(wrapper, 1) if ".sum(dim=0)" in line}
    names = [nodes[edge.start - 1].split(":")[0].strip() for edge in gpu_bundle.line_map(entry.id) if edge.end in sums]
    assert names == ["sum_3", "sum_4"]


def test_a_template_is_its_operators_and_what_is_generated_in_it_its_steps(gpu_bundle: Bundle) -> None:
    entry = next(entry for entry in _to_triton(gpu_bundle, "/post-grad") if "_to_copy_flex_attention" in entry.end)
    nodes, text = (gpu_bundle.text(name).split("\n") for name in (entry.start, entry.end))
    found = {
        text[edge.end - 1].strip(): (nodes[edge.start - 1].split(":")[0].split(" = ")[0].strip(), edge.kind)
        for edge in gpu_bundle.line_map(entry.id)
    }
    assert found["tmp1 = libdevice.tanh(tmp0)"] == ("tanh", "exact")
    assert found["tmp4 = tmp2 - tmp3"] == ("sub", "exact")
    assert found["tmp6 = tmp1 * tmp5"] == ("mul", "exact")
    products = [line for line in found if "tl.dot(" in line]
    assert len(products) == 2
    assert {found[line] for line in products} == {("flex_attention", "inferred")}
