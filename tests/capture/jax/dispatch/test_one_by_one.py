"""What is dispatched, line by line, against what was worked out by hand, and that the program is as it was."""

import re

import pytest
from dispatching import LIST, Both, below, groups, listed

from chipward.bundle.read import Bundle
from chipward.model.lines import Edge, EdgeKind

pytestmark = pytest.mark.slow

# By line and columns: what was dispatched there.
BY_HAND = {
    "15:4-20 in <module>: jnp.ones((4, 8))": [
        "convert_element_type(f32[], new_dtype=float32, weak_type=False)  x1: 1 compiled",
        "broadcast_in_dim(f32[], shape=(4, 8), broadcast_dimensions=())  x1: 1 compiled",
    ],
    "16:4-20 in <module>: jnp.ones((8, 2))": [
        "convert_element_type(f32[], new_dtype=float32, weak_type=False)  x1: 1 cache hit",
        "broadcast_in_dim(f32[], shape=(8, 2), broadcast_dimensions=())  x1: 1 compiled",
    ],
    "18:8-18 in <module>: jnp.exp(x)": ["jit(exp)(f32[4,8])  x3: 1 compiled, 2 cache hits"],
    "18:8-24 in <module>: jnp.exp(x) * 2.0": ["jit(multiply)(f32[4,8], float)  x3: 1 compiled, 2 cache hits"],
    "19:7-14 in <module>: y.sum()": [
        "jit(_reduce_sum)(f32[4,8], keepdims=False, promote_integers=True)  x3: 1 compiled, 2 cache hits"
    ],
    "19:7-18 in <module>: y.sum() > 0": ["jit(greater)(f32[], int)  x3: 1 compiled, 2 cache hits"],
    "20:12-16 in <module>: y[0]": [
        "slice(f32[4,8], start_indices=(0, 0), limit_indices=(1, 8))  x3: 1 compiled, 2 cache hits",
        "squeeze(f32[1,8], dimensions=(0,))  x3: 1 compiled, 2 cache hits",
    ],
    "21:8-18 in <module>: jnp.exp(x)": ["jit(exp)(f32[4,8])  x1: 1 cache hit"],
    "9:30-35 in loss: x @ w": ["jit(matmul)(f32[4,8], f32[8,2])  x1: 1 compiled"],
    "9:21-36 in loss: jnp.tanh(x @ w)": ["jit(tanh)(f32[4,2])  x1: 1 compiled"],
    "23:6-26 in <module>: jax.vmap(jnp.sin)(x)": ["jit(sin)(f32[4,8])  x1: 1 compiled"],
}
DIFFERS = re.compile(rb"0x[0-9a-f]+|^chipward: .*\n", re.MULTILINE)  # addresses, and what chipward says


def edges(bundle: Bundle, start: str, end: str) -> tuple[Edge, ...]:
    found = next(found for found in bundle.trace.maps if (found.start, found.end) == (start, end))
    return bundle.line_map(found.id).edges


def line_of(bundle: Bundle, begins: str) -> int:
    lines = bundle.text(LIST).splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(begins))


@pytest.mark.parametrize("heading", BY_HAND)
def test_each_line_has_what_it_dispatches(one_by_one: Both, heading: str) -> None:
    assert groups(one_by_one.bundle)[heading] == BY_HAND[heading]


def test_lines_stand_in_the_order_of_their_first_dispatch(one_by_one: Both) -> None:
    headings = list(groups(one_by_one.bundle))
    assert [heading for heading in headings if heading in BY_HAND] == list(BY_HAND)


def test_what_the_backward_pass_runs_belongs_to_the_lines_of_the_forward_pass(one_by_one: Both) -> None:
    backward = {heading: lines for heading, lines in groups(one_by_one.bundle).items() if "[backward pass" in heading}

    assert [heading.partition(" in ")[0] for heading in backward] == ["10:11-19", "9:21-36", "9:30-35"]
    assert all(heading.endswith("started at one_by_one.py:22]") for heading in backward)
    last = list(backward.values())[-1]
    assert last[0].startswith(("dot_general(f32[4,2], f32[4,8], ", "jit(matmul)("))


def test_what_cannot_be_dispatched_is_told_once_and_nothing_of_it_compiled(one_by_one: Both) -> None:
    assert not below(one_by_one.bundle, "24:30-35")  # x + w: JAX refuses it while tracing
    assert "mul(f32[3], f32[])  x1: 1 compiled" in below(one_by_one.bundle, "31:8")  # looking for NaN, JAX runs it anew


def test_results_output_and_failures_are_the_same(one_by_one: Both) -> None:
    bare, traced = one_by_one.bare, one_by_one.traced

    assert bare.returncode == 0, bare.stderr
    assert (traced.returncode, traced.stdout) == (0, bare.stdout)
    assert DIFFERS.sub(b"", traced.stderr) == DIFFERS.sub(b"", bare.stderr)
    assert b"JAX has removed its internal frames" in bare.stderr
    assert bare.stdout.splitlines()[-1] == b"1 True"  # entries of a cache; and that no trace is in force


def test_columns_of_python_lead_to_a_dispatch_and_on_to_its_jaxpr(one_by_one: Both) -> None:
    bundle = one_by_one.bundle
    matmul = line_of(bundle, "jit(matmul)")
    source = bundle.text("program/one_by_one.py").splitlines()
    to_list = [edge for edge in edges(bundle, "program/one_by_one.py", LIST) if edge.end == matmul]

    assert [(edge.start, edge.kind, edge.columns) for edge in to_list] == [(9, EdgeKind.EXACT, (30, 35))]
    assert source[8][30:35] == "x @ w"

    unit = next(unit for unit in bundle.trace.units if unit.name == "matmul")
    to_jaxpr = edges(bundle, LIST, f"{unit.id}/jaxpr")
    text = bundle.text(f"{unit.id}/jaxpr").splitlines()
    assert next(edge.start for edge in to_jaxpr) == matmul
    assert any("dot_general" in text[edge.end - 1] for edge in to_jaxpr)


def test_a_cache_hit_leads_to_what_another_line_had_compiled(one_by_one: Both) -> None:
    bundle = one_by_one.bundle
    unit = next(unit for unit in bundle.trace.units if unit.name == "exp")
    starts = {edge.start for edge in edges(bundle, LIST, f"{unit.id}/jaxpr")}
    lines = listed(bundle)

    assert [lines[start - 1].rpartition("  ")[2] for start in sorted(starts)] == [
        "x3: 1 compiled, 2 cache hits",
        "x1: 1 cache hit",
        "x1: 1 cache hit",
    ]


def test_the_list_is_the_unit_of_the_path_without_jit(one_by_one: Both) -> None:
    trace = one_by_one.bundle.trace
    unit = next(unit for unit in trace.units if unit.id == "dispatches")
    selection = trace.selections[unit.selection]

    assert unit.kind == "eager"
    assert dict(selection.choices) == {"mode": "no-jit", "device": "cpu"}
    assert {str(unit.parent) for unit in trace.units if unit.kind == "op"} == {"dispatches"}
