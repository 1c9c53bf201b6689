"""Whether two optimised programs are told the same, or where they first differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.metadata import IDENTICAL, RENAMED, bare_hlo, same_program, without_metadata
from chipward.artifacts.xla.tags import tag, tags_in, without_tags

PLAIN = """HloModule jit_f

StackFrames
1 {file_location_id=1 parent_frame_id=1}


ENTRY %main (x: f32[]) -> f32[] {
  %x = f32[] parameter(0), metadata={op_name="x"}
  ROOT %sin.2 = f32[] sine(%x), metadata={op_name="jit(f)/{a}/sin" stack_frame_id=1}, backend_config={"b":1,"a":"}"}
}
"""
TAGGED = """HloModule jit_f

ENTRY %main (x: f32[]) -> f32[] {
  %x = f32[] parameter(0), metadata={op_name="x"}
  ROOT %sin.2 = f32[] sine(%x), metadata={op_name="jit(f)/{a}/cw.eq0/sin"}, backend_config={"a":"}","b":1}
}
"""


def test_names_and_places_make_no_difference() -> None:
    found = same_program(PLAIN, TAGGED)

    assert (found.same, found.why) == (True, IDENTICAL)
    assert (9, 5) in found.lines  # the sine


def test_a_bare_text_has_its_computations_apart_and_no_metadata() -> None:
    assert (
        bare_hlo(PLAIN)
        == bare_hlo(TAGGED)
        == (
            "HloModule jit_f\n\nENTRY %main (x: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n"
            '  ROOT %sin.2 = f32[] sine(%x), backend_config={"a":"}","b":1}\n}\n'
        )
    )


def test_other_names_of_instructions_make_no_difference_either() -> None:
    found = same_program(PLAIN, TAGGED.replace("%sin.2", "%sin.7"))

    assert (found.same, found.why) == (True, RENAMED)
    assert (9, 5) in found.lines


@pytest.mark.parametrize(
    ("was", "became"),
    [
        ("sine(", "cosine("),
        ("%x), meta", "%y), meta"),
        ('"b":1', '"b":2'),
        ("\n}\n", "\n  %y = f32[] add(%x, %x)\n}\n"),
    ],
)
def test_another_program_is_told_with_the_first_difference(was: str, became: str) -> None:
    found = same_program(PLAIN, TAGGED.replace(was, became))

    assert not found.same
    assert found.why.startswith(("The first difference: ", "The one text has "))


def test_metadata_goes_and_the_rest_stays() -> None:
    assert without_metadata(PLAIN) == (
        "HloModule jit_f\nENTRY %main (x: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n"
        '  ROOT %sin.2 = f32[] sine(%x), backend_config={"a":"}","b":1}\n}\n'
    )


@pytest.mark.parametrize(
    ("tagged", "plain"),
    [
        ("jit(f)/cw.eq3/mul", "jit(f)/mul"),
        ("jit(f)/transpose(jvp(cw.eq38))/mul", "jit(f)/transpose(jvp())/mul"),
        ('loc("cw.eq1/sin"(#loc3))', 'loc("sin"(#loc3))'),
        ("jit(f)/while/body/cw.eq2", "jit(f)/while/body"),
        ("jit(f)/eq3/mul", "jit(f)/eq3/mul"),
    ],
)
def test_tags_come_out_of_name_stacks(tagged: str, plain: str) -> None:
    assert without_tags(tagged) == plain


@given(st.lists(st.integers(0, 999_999), min_size=1, max_size=6))
def test_the_innermost_tag_of_each_name_counts(numbers: list[int]) -> None:
    names = ";".join(f"jit(f)/{tag(7)}/jvp({tag(number)})/mul" for number in numbers)

    assert tags_in(names) == tuple(dict.fromkeys(numbers))


@given(st.text(st.sampled_from('{}"\\,%a= ;/1cw.eq\n'), max_size=200), st.text(max_size=40))
def test_no_text_is_too_strange(one: str, other: str) -> None:
    assert same_program(one, one).same
    same_program(one, other)
