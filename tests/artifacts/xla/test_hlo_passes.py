"""What passes changed: told pass by pass, so that each text can be made again."""

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.kinds.hlo_passes import KIND
from chipward.artifacts.xla.hlo_passes import Dump, dump_of, passes, tell_passes

BEFORE = "HloModule f\n\nENTRY main {\n  a = add(x, y)\n  b = mul(a, a)\n  ROOT c = copy(b)\n}\n"
FOLDED = "HloModule f\n\nENTRY main {\n  a = add(x, y)\n  ROOT b = mul(a, a)\n}\n"
FUSED = "HloModule f\n\nENTRY main {\n  ROOT fusion = fusion(x, y)\n}\n"

_texts = st.lists(st.sampled_from(["a", "b", "-- c", "++ d", "", "@@ -1 +1 @@", "### e"]), max_size=8).map("\n".join)
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@")


def patched(text: str, difference: list[str]) -> str:
    """What `patch` makes of a text and the lines of a unified diff, written without looking at how they are made."""
    old, new, at = text.split("\n"), list[str](), 0
    lines = iter(difference)
    for line in lines:
        found = _HUNK.fullmatch(line)
        assert found
        count = int(found[2] or 1)
        start = int(found[1]) - (count > 0)
        new += old[at:start]
        at = start
        left = count
        added = int(found[3] or 1)
        while left or added:
            change = next(lines)
            if change[:1] in (" ", "-"):
                assert old[at] == change[1:]
                at += 1
                left -= 1
            if change[:1] in (" ", "+"):
                new.append(change[1:])
                added -= 1
    return "\n".join(new + old[at:])


def sections(told: str) -> list[list[str]]:
    """The lines below each heading of a pass."""
    found: list[list[str]] = []
    for line in told.split("\n")[:-1]:
        if re.match(r"### \d+\. ", line):
            found.append([])
        elif found:
            found[-1].append(line)
    return [section[:-1] if section[-1:] == [""] else section for section in found]


def test_the_name_of_a_dump_tells_pipeline_and_pass() -> None:
    named = dump_of("module_0003.jit_step.0008.simplification.after_algsimp.before_simplify-sorts.txt")
    last = dump_of("module_0003.jit_a.b.0065.copy-insertion.after_adding_copies_to_resolve_interference.txt")

    assert named == Dump(8, "simplification", "algsimp", module=3)
    assert last == Dump(65, "copy-insertion", "adding_copies_to_resolve_interference", module=3)
    assert dump_of("module_0003.jit_step.before_optimizations.txt") is None
    assert dump_of("module_0003.jit_step.cpu_after_optimizations.txt") is None


def test_only_passes_that_changed_something_are_told_in_their_order() -> None:
    dumps = [
        (Dump(3, "fusing", "fusion"), FUSED),
        (Dump(0, "simplification", "pipeline-start"), BEFORE),
        (Dump(1, "simplification", "algsimp"), FOLDED),
        (Dump(2, "fusing", "pipeline-start"), FOLDED),
    ]

    told = tell_passes(BEFORE, passes(BEFORE, dumps, FUSED))

    headings = [line for line in told.split("\n") if line.startswith("### ")]
    assert headings == [
        "### before the first pass",
        "### 1. simplification: algsimp  (-2 +1 lines)",
        "### 2. fusing: fusion  (-2 +1 lines)",
    ]
    assert KIND.count(told.split("\n")) == 2


def test_a_module_that_a_pass_makes_of_another_comes_after_it_though_its_passes_are_counted_anew() -> None:
    dumps = [(Dump(0, "rewritten", "fusion", module=3), FUSED), (Dump(7, "first", "algsimp"), FOLDED)]

    assert [one.pipeline for one in passes(BEFORE, dumps)] == ["first", "rewritten"]


def test_a_change_that_no_pass_owns_up_to_is_told() -> None:
    dumps = [(Dump(1, "fusing", "fusion"), FOLDED), (Dump(2, "scheduled", "pipeline-start"), FUSED)]

    changed = passes(BEFORE, dumps, BEFORE)

    assert [(one.pipeline, one.name) for one in changed] == [
        ("fusing", "fusion"),
        ("before scheduled", "passes whose texts XLA does not write down"),
        ("at the end", "passes whose texts XLA does not write down"),
    ]


@given(_texts, st.lists(_texts, max_size=5))
def test_each_text_can_be_made_again(first: str, later: list[str]) -> None:
    changed = passes(first, [(Dump(place, "p", f"q{place}"), text) for place, text in enumerate(later)])

    here = first
    for difference, one in zip(sections(tell_passes("", changed)), changed, strict=True):
        here = patched(here, difference)
        assert here == "\n".join(one.after)
    assert here == (later[-1] if later else first)


def test_patches_lead_from_text_to_text() -> None:
    texts = [BEFORE, FOLDED, FUSED, BEFORE + "x\n"]
    changed = passes(texts[0], [(Dump(place, "p", "q"), text) for place, text in enumerate(texts[1:])])

    here = texts[0]
    for difference, there in zip(sections(tell_passes(texts[0], changed)), texts[1:], strict=True):
        here = patched(here, difference)
        assert here == there


def test_enormous_texts_are_told_in_time_and_still_patch() -> None:
    first = "".join(f"line {number % 7}\n" for number in range(30_000))
    second = first.replace("line 3", "line three")
    start = time.perf_counter()

    changed = passes(first, [(Dump(1, "p", "q"), second)])
    told = tell_passes(first, changed)

    assert time.perf_counter() - start < 10
    assert patched(first, sections(told)[0]) == second


@given(st.text(max_size=60))
def test_any_name_of_a_file_is_read(name: str) -> None:
    dump_of(name)
