"""What is read out of HLO text, against a text whose places were worked out by hand."""

import time

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.hlo import is_computing, opcode, read_hlo
from chipward.artifacts.xla.instruction_syntax import instruction

TEXT = """HloModule jit_f, is_scheduled=true, entry_computation_layout={(f32[3]{0})->f32[3]{0}}

FileNames
1 "/src/sim.py"

FunctionNames
1 "step"
2 "<module>"

FileLocations
1 {file_name_id=1 function_name_id=1 line=6 end_line=6 column=15 end_column=25}
2 {file_name_id=1 function_name_id=2 line=9 end_line=10 column=0 end_column=7}

StackFrames
1 {file_location_id=2 parent_frame_id=1}
2 {file_location_id=1 parent_frame_id=2}


%fused_computation (param_0: f32[3]) -> f32[3] {
  %param_0 = f32[3]{0} parameter(0)
  %sin.1 = f32[3]{0:T(8,128)S(1)} sine(%param_0), metadata={op_name="jit(f)/cw.eq0/sin" stack_frame_id=2}
  %two = f32[3]{0} constant({2, 2, 2}), metadata={op_name="jit(f)/cw.eq7"}
  ROOT %mul.1 = f32[3]{0} multiply(%sin.1, %two), metadata={op_name="jit(f)/cw.eq1/mul;jit(f)/cw.eq3/cw.eq2/mul"}
}

ENTRY %main.4 (x.1: f32[3]) -> f32[3] {
  %x.1 = f32[3]{0} parameter(0), metadata={op_name="x"}
  %pair = (f32[3]{0:T(8)}, /*index=1*/(s32[], f32[])) custom-call(%x.1), custom_call_target="__onednn$matmul"
  ROOT %fusion = f32[3]{0} fusion(%x.1), kind=kLoop, calls=%fused_computation, metadata={op_name="jit(f)/cw.eq1/mul"}
}
"""


def test_instructions_are_told_with_their_equations_and_places() -> None:
    module = read_hlo(TEXT)

    assert (module.name, module.entry) == ("jit_f", "main.4")
    sine = module.by_name["sin.1"]
    assert (sine.line, sine.opcode, sine.computation, sine.tags) == (21, "sine", "fused_computation", (0,))
    assert [(frame.file, frame.line, frame.function) for frame in sine.frames] == [
        ("/src/sim.py", 6, "step"),
        ("/src/sim.py", 9, "<module>"),
    ]
    assert (sine.frames[0].column, sine.frames[0].end_column) == (15, 25)
    assert module.by_name["mul.1"].tags == (1, 2)
    assert module.by_name["mul.1"].is_root
    pair = module.by_name["pair"]
    assert (pair.opcode, pair.shape, pair.operands) == (
        "custom-call",
        "(f32[3]{0:T(8)}, /*index=1*/(s32[], f32[]))",
        ("x.1",),
    )
    assert pair.custom_call_target == "__onednn$matmul"


def test_a_fusion_holds_the_equations_of_what_computes_in_it() -> None:
    module = read_hlo(TEXT)

    assert module.owners("fusion") == (0, 1, 2)  # not 7: its constant is shared
    assert module.owners("two") == (7,)
    assert module.owners("no such instruction") == ()


def test_parameters_and_constants_compute_nothing() -> None:
    computing = [number for number, line in enumerate(TEXT.split("\n"), start=1) if is_computing(line)]

    assert computing == [21, 23, 28, 29]
    assert opcode("  ROOT %fusion = f32[3]{0} fusion(%x.1), kind=kLoop") == "fusion"


def test_older_text_names_the_place_in_the_line() -> None:
    line = '  %a = f32[] add(%b, %c), metadata={op_name="jit(f)/add" source_file="/src/f.py" source_line=12}'
    found = read_hlo(f"ENTRY %main (b: f32[]) -> f32[] {{\n{line}\n}}\n")

    assert [(frame.file, frame.line) for frame in found.instructions[0].frames] == [("/src/f.py", 12)]


def test_what_calls_what_is_told() -> None:
    line = '  %c = f32[] conditional(%p, %a, %b), branch_computations={%one, %two}, metadata={op_name="calls=%no"}'
    found = instruction(line)

    assert found is not None
    assert found.calls == ("one", "two")


_PIECES = st.sampled_from(
    [
        "HloModule ",
        "StackFrames\n",
        "1 {",
        "file_location_id=1 ",
        "}",
        '1 "',
        '"',
        "\n",
        "  ",
        "ROOT ",
        "%a = ",
        "(",
        ")",
        "f32[] ",
        "add(",
        ", calls={",
        "%b",
        'metadata={op_name="',
        "cw.eq1",
        "stack_frame_id=1",
        "ENTRY %m (",
        "{",
        "parent_frame_id=2",
    ]
)


@given(st.lists(_PIECES | st.text(max_size=4), max_size=40).map("".join))
def test_no_text_is_too_strange(text: str) -> None:
    module = read_hlo(text)

    for one in module.instructions:
        assert text.split("\n")[one.line - 1].strip()
        module.owners(one.name)


def test_time_grows_with_the_text_alone() -> None:
    started = time.perf_counter()
    for hostile in (
        "(" * 300_000,
        "%a = " * 60_000,
        '"' * 300_001,
        "\\" * 300_000,
        "calls={" * 50_000,
        "x:y " * 80_000,
    ):
        read_hlo(f"ENTRY %m (a) {{\n  %a = f32[] add({hostile}\n}}\n{hostile}\n  %b = {hostile}")
    assert time.perf_counter() - started < 5
