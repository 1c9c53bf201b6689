"""HLO text that is the same for the same program, whatever order XLA printed its settings in."""

import json

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.stable import stable_hlo

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def test_keys_are_put_in_order_and_all_else_stays() -> None:
    one = '  %a = f32[2]{0} fusion(%x), backend_config={"b":{"d":"1","c":[]},"a":["8"]}, metadata={op_name="f"}\n'
    other = '  %a = f32[2]{0} fusion(%x), backend_config={"a":["8"],"b":{"c":[],"d":"1"}}, metadata={op_name="f"}\n'

    assert stable_hlo(one) == stable_hlo(other) == other


@given(st.dictionaries(st.text(max_size=4), _json, max_size=4), st.text(max_size=10))
def test_what_is_told_is_the_same_and_told_once(value: dict[str, object], behind: str) -> None:
    text = f"x, backend_config={json.dumps(value, ensure_ascii=False)}{behind}"

    assert stable_hlo(stable_hlo(text)) == stable_hlo(text)
    assert stable_hlo(text).count("\n") == text.count("\n")


@given(st.text(max_size=30))
def test_what_is_no_json_is_left_alone(text: str) -> None:
    assert stable_hlo(f"backend_config={{{text}").startswith("backend_config={")
    assert stable_hlo("backend_config={" * 3 + "[" * 2000) == "backend_config={" * 3 + "[" * 2000
