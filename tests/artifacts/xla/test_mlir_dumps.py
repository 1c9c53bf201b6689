"""What passes of MLIR changed, out of what was written down before each of them."""

from hypothesis import given
from hypothesis.strategies import lists, sampled_from, text

from chipward.artifacts.xla.mlir_dumps import tell_dumps

BEFORE = "// -----// IR Dump Before {} ('func.func' operation: @f) //----- //"
DUMPS = f"""\
any(cse,inline)

{BEFORE.format("CSEPass: cse")}
one
two


{BEFORE.format("InlinerPass: inline{{max-iterations=4 }}")}
one
two


{BEFORE.format("Convert<T>Pass: convert")}
one
three
"""


def test_a_pass_that_changed_nothing_is_left_out_and_the_last_one_is_not_known() -> None:
    assert tell_dumps(DUMPS).split("\n") == [
        "### before the first pass",
        "one",
        "two",
        "",
        "### 1. MLIR: InlinerPass  (-1 +1 lines)",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+three",
        "",
    ]


def test_what_holds_no_dump_is_told_as_it_is() -> None:
    assert tell_dumps("module {\n}\n") == "### before the first pass\nmodule {\n}\n"


@given(lists(sampled_from(["a", "b", "", BEFORE.format("P: p"), BEFORE])).map("\n".join) | text())
def test_any_text_is_told(written: str) -> None:
    assert tell_dumps(written).startswith("### before the first pass\n")
