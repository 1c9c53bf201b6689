"""All stages of a program as one text, each as what it changed."""

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.kinds.llo_stages import KIND
from chipward.artifacts.xla.llo_stages import tell_stages

EMITTED = "// [Enable stack traces]\n$region0: #{f}\n  %v1 = vld %s0\n  %v2 = vadd.f32 %v1, 0.0\n"
SIMPLER = EMITTED.replace("  %v2 = vadd.f32 %v1, 0.0\n", "")
BUNDLES = "= control target key start\n     0   :  { %v1 = vld %s0 }\n"


def test_llo_is_told_as_differences_and_bundles_whole() -> None:
    told = tell_stages([("original", EMITTED), ("post-DCE", EMITTED), ("post-CP", SIMPLER), ("bundles", BUNDLES)])
    assert told.startswith(f"### before the first pass\n{EMITTED}")
    assert "### 1. LLO: post-CP  (-1 +0 lines)\n" in told
    assert told.endswith(f"\n### bundles\n{BUNDLES}")
    assert "post-DCE" not in told
    assert KIND.count(told.split("\n")) == 1


def test_it_begins_with_what_is_emitted_and_tells_whole_what_was_before() -> None:
    told = tell_stages([("pre-mxu", SIMPLER), ("original", EMITTED), ("post-CP", SIMPLER)])
    assert told.startswith(f"### before the first pass\n{EMITTED}\n### 1. LLO: post-CP  (-1 +0 lines)\n")
    assert told.endswith(f"\n### pre-mxu\n{SIMPLER}")


@given(
    st.lists(st.tuples(st.text(max_size=9), st.sampled_from([EMITTED, SIMPLER, BUNDLES, ""]) | st.text(max_size=40)))
)
def test_no_text_is_refused(stages: list[tuple[str, str]]) -> None:
    assert tell_stages(stages).startswith("### before the first pass\n")
