"""What is read out of StableHLO with locations, against a text whose places were worked out by hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.jaxpr_text import primitive
from chipward.artifacts.xla.stablehlo import is_operation, locate, read_stablehlo
from chipward.model.lines import EdgeKind

TEXT = """#loc = loc(unknown)
#loc1 = loc("x")
module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32> loc("x")) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32> loc(#loc)
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<3xf32>
    cond {
      %6 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(#loc9)
      stablehlo.return %6 : tensor<i1> loc(#loc8)
    } do {
      %6 = func.call @closed_call(%iterArg_0) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc8)
      stablehlo.return %7, %6 : tensor<i32>, tensor<3xf32> loc(#loc8)
    } loc(#loc8)
    %2 = "stablehlo.reduce"(%0#1) ({
    ^bb0(%a: tensor<f32> loc(unknown)):
      %9 = stablehlo.add %a, %a : tensor<f32> loc(#loc9)
    }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<f32> loc(#loc10)
    return %0#1 : tensor<3xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc3 = loc("/src/sim.py":6:15 to :25)
#loc4 = loc("/src/sim.py":9:0 to :7)
#loc5 = loc("body"(#loc3))
#loc6 = loc("<module>"(#loc4))
#loc7 = loc(callsite(#loc5 at #loc6))
#loc8 = loc("jit(f)/cw.eq0/while"(#loc7))
#loc9 = loc("jit(f)/cw.eq0/while/cond/cw.eq1/lt"(#loc7))
#loc10 = loc(fused[#loc8, "jit(f)/cw.eq4/sum"(#loc4)])
"""


def test_operations_are_told_with_their_equations() -> None:
    found = read_stablehlo(TEXT)

    assert dict(found.operations) == {
        5: "stablehlo.constant",
        6: "stablehlo.while",
        8: "stablehlo.compare",
        11: "func.call",
        14: "stablehlo.reduce",
        16: "stablehlo.add",
    }
    assert dict(found.tags) == {6: (0,), 8: (1,), 11: (0,), 14: (0, 4), 16: (1,)}


def test_places_in_python_are_innermost_first() -> None:
    homes = [(home.line, home.home, home.kind) for home in locate(TEXT) if home.line == 8]

    assert homes == [(8, 6, EdgeKind.EXACT), (8, 9, EdgeKind.INLINED)]
    assert not [home for home in locate(TEXT) if home.line == 5]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("    a:f32[3] b:i32[] = while[", "while"),
        ("      e:f32[3] = sin d", "sin"),
        ("{ lambda ; a:f32[]. let b:f32[3] = broadcast_in_dim a in (b,) }", "broadcast_in_dim"),
        ("    debug_callback[", "debug_callback"),
        ("    _:f32[] = custom_jvp_call[name=relu] a", "custom_jvp_call"),
        ("      jaxpr={ lambda ; d:f32[3]. let", ""),
        ("      body_nconsts=0", ""),
        ("  in (k, l) }", ""),
        ("", ""),
    ],
)
def test_equations_of_a_jaxpr_are_told_from_their_parameters(line: str, found: str) -> None:
    assert primitive(line) == found


def test_brackets_and_returns_are_no_operations() -> None:
    assert not any(
        map(is_operation, ("    return %4 : tensor<3xf32>", "    cond {", "    } do {", "#loc3 = loc(unknown)", ""))
    )


_PIECES = st.sampled_from(
    [
        "%0 = stablehlo.add ",
        "loc(",
        "#loc",
        "1",
        ")",
        " {\n",
        "}",
        "\n",
        '"jit(f)/cw.eq1/x"',
        "callsite(",
        " at ",
        "fused[",
        "]",
        "(",
        ":",
        "#loc1 = loc(#loc1)\n",
        "#loc2 = loc(fused[#loc2, #loc1])\n",
    ]
)


@given(st.lists(_PIECES | st.text(max_size=4), max_size=40).map("".join))
def test_no_text_is_too_strange(text: str) -> None:
    found = read_stablehlo(text)

    assert set(found.tags) <= set(found.operations)
    assert all(home.line in found.operations for home in locate(text))


def test_time_grows_with_the_text_alone() -> None:
    started = time.perf_counter()
    chain = "".join(f"#loc{number + 1} = loc(fused[#loc{number}, #loc{number}])\n" for number in range(5000))
    read_stablehlo(f'  %0 = stablehlo.add loc(#loc5000)\n#loc0 = loc("cw.eq1")\n{chain}').tags  # noqa: B018 -- worked out here
    for hostile in ("{" * 300_000, "%0 = " * 60_000, "a:b " * 80_000, " = " * 100_000, "loc(" * 80_000):
        read_stablehlo(hostile)
        primitive(hostile)
    assert time.perf_counter() - started < 5
