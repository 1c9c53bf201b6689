"""The verdicts on one quote against one text."""

from typing import Any

import pytest

from chipward.dataset.verify.judge import judge
from chipward.dataset.verify.nearest import nearest
from chipward.model.citation import Citation
from chipward.model.evidence import Verdict
from demo import GUIDE, KERNELS


def citation(exact: str, **more: Any) -> Citation:
    return Citation.model_validate({"id": "quote", "source": "guide", "exact": exact} | more)


def test_words_at_their_lines_are_verified() -> None:
    finding = judge(citation("each node calls one kernel", lines=(4, 5)), GUIDE)
    assert (finding.verdict, finding.lines, finding.detail) == (Verdict.VERIFIED, (4, 5), "")


def test_words_without_lines_are_verified_where_they_stand_once() -> None:
    assert judge(citation("each node calls one kernel"), GUIDE).lines == (4, 5)


def test_words_ten_lines_further_down_are_moved() -> None:
    finding = judge(citation("each node calls one kernel", lines=(4, 5)), "\n" * 10 + GUIDE)
    assert (finding.verdict, finding.lines) == (Verdict.MOVED, (14, 15))
    assert finding.detail == "cited from lines 4-5, found on lines 14-15"


@pytest.mark.parametrize("lines", [(4, 4), (5, 5), (3, 5), (4, 6), (1, 12)])
def test_lines_that_are_nearly_right_are_wrong(lines: tuple[int, int]) -> None:
    assert judge(citation("each node calls one kernel", lines=lines), GUIDE).verdict is Verdict.MOVED


def test_words_that_stand_twice_need_more_to_go_by() -> None:
    finding = judge(citation("the machine code"), "the machine code\nthe machine code\n")
    assert (finding.verdict, finding.lines) == (Verdict.MOVED, (1, 1))
    assert "in 2 places, first on line 1; add a prefix, a suffix or lines" in finding.detail


def test_the_words_around_tell_which_of_two_places_is_meant() -> None:
    text = "first: machine code.\nthen: machine code!\n"
    assert judge(citation("machine code", prefix="then:"), text).lines == (2, 2)
    assert judge(citation("machine code", suffix="."), text).lines == (1, 1)


def test_of_several_places_the_one_nearest_to_the_cited_lines_is_meant() -> None:
    text = "machine code\n" + "\n" * 8 + "machine code\n"
    assert judge(citation("machine code", lines=(9, 9)), text).lines == (10, 10)
    assert judge(citation("machine code", lines=(10, 10)), text).verdict is Verdict.VERIFIED


def test_other_words_around_are_an_edit() -> None:
    finding = judge(citation("each node calls one kernel", prefix="slowly, and", lines=(4, 5)), GUIDE)
    assert (finding.verdict, finding.lines) == (Verdict.EDITED, (4, 5))
    assert "not the prefix and suffix" in finding.detail


SENTENCE = "the compiler fuses the nodes and writes machine code for the whole graph"


@pytest.mark.parametrize("at", [at for at, letter in enumerate(SENTENCE) if letter != " "])
def test_one_changed_letter_is_an_edit(at: int) -> None:
    finding = judge(citation(f"{SENTENCE[:at]}#{SENTENCE[at + 1 :]}", lines=(9, 10)), GUIDE)
    assert (finding.verdict, finding.lines) == (Verdict.EDITED, (9, 10)), finding


@pytest.mark.parametrize("at", [at for at, letter in enumerate(SENTENCE) if letter != " "])
def test_one_lost_letter_is_an_edit(at: int) -> None:
    finding = judge(citation(SENTENCE[:at] + SENTENCE[at + 1 :], lines=(9, 10)), GUIDE)
    assert finding.verdict is Verdict.EDITED, finding


def test_an_edit_is_told_word_by_word() -> None:
    finding = judge(citation("each node cals the one kernel", lines=(4, 5)), GUIDE)
    assert (
        finding.detail
        == "nearly these words stand on lines 4-5: “cals the” is “calls” there; “kernel” is “kernel.” there"
    )


def test_words_from_another_source_are_missing() -> None:
    finding = judge(citation("each node calls one kernel", lines=(4, 5)), KERNELS)
    assert (finding.verdict, finding.lines) == (Verdict.MISSING, None)


@pytest.mark.parametrize("text", ["", " \n", "short"])
def test_nothing_is_in_a_text_that_is_nearly_empty(text: str) -> None:
    assert judge(citation("each node calls one kernel"), text).verdict is Verdict.MISSING


def test_a_text_shorter_than_the_quote_may_be_nearly_it() -> None:
    near = nearest("each node calls one kernel of its own", "each node calls one kernel of its")
    assert near
    assert near.differences == "“own” is not there"


def test_a_near_place_is_told_in_whole_words_with_its_lines() -> None:
    near = nearest("node calls 1 kernel", f"\n\n{GUIDE}")
    assert near
    assert (near.words, near.lines, near.differences) == (
        "node calls one kernel.",
        (7, 7),
        "“1 kernel” is “one kernel.” there",
    )


def test_only_the_first_differences_are_told() -> None:
    near = nearest("aaaa b cccc d eeee f gggg h iiii", "aaaa 1 cccc 2 eeee 3 gggg 4 iiii")
    assert near
    assert near.differences == "“b” is “1” there; “d” is “2” there; “f” is “3” there; and 1 more"


def test_a_word_that_is_there_besides_is_told() -> None:
    near = nearest("each node calls one kernel", "each node always calls one kernel")
    assert near
    assert near.differences == "“always” is there besides"
