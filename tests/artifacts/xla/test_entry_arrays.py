"""What a program of HLO takes and gives, read from its text."""

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.entry_arrays import Array, entry_arrays
from chipward.artifacts.xla.hlo import read_hlo

HLO = """\
HloModule jit_step, input_output_alias={ {1}: (0, {}, may-alias), {}: (9, {}, must-alias) }

%inside (p: f32[8]) -> f32[8] {
  ROOT %p = f32[8]{0} parameter(0)
}

ENTRY %main (x: f32[8], w: f32[2,8]) -> (f32[], f32[2,8]) {
  %w = f32[2,8]{1,0:T(8,128)} parameter(1), metadata={op_name="params[\\"w\\"]"}
  %x = f32[8]{0:T(128)S(1)} parameter(0), metadata={op_name="x"}
  %loss = f32[]{:T(128)} custom-call(%x, %w), custom_call_target="f"
  ROOT %both = (f32[]{:T(128)}, /*index=5*/f32[2,8]{1,0:T(8,128)}) tuple(%loss, %w)
}
"""


def test_parameters_and_results_stand_in_order_with_their_layouts() -> None:
    found = entry_arrays(HLO, read_hlo(HLO))

    assert [(one.number, one.shape, one.line) for one in found.takes] == [
        (0, "f32[8]{0:T(128)S(1)}", 9),
        (1, "f32[2,8]{1,0:T(8,128)}", 8),
    ]
    assert found.takes[0].name == "x"
    assert [(one.number, one.shape, one.line) for one in found.gives] == [
        (0, "f32[]{:T(128)}", 11),
        (1, "f32[2,8]{1,0:T(8,128)}", 11),
    ]
    assert found.written_over == {0: 1, 9: 0}


def test_a_result_that_is_no_tuple_is_one_array() -> None:
    text = "HloModule f\n\nENTRY %main () -> f32[3] {\n  ROOT %c = f32[3]{0} constant({1, 2, 3})\n}\n"

    assert entry_arrays(text, read_hlo(text)).gives == (Array(0, "f32[3]{0}", "", 4),)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    entry_arrays(text, read_hlo(text))
    hlo = HLO.replace("f32[2,8]{1,0:T(8,128)}) tuple", f"{text}) tuple")
    entry_arrays(hlo, read_hlo(hlo))
