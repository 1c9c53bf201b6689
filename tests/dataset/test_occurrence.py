"""A quote stands in a text exactly when its words do, however they are spaced."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.dataset.verify.occurrence import Occurrence, lines_of, occurrences, stands_between

# Few letters, so that words collide; every sort of white space that a source may hold.
words = st.text("ab_.\u0430", min_size=1, max_size=3)
gaps = st.text(" \t\n\r\u00a0\u2028", min_size=1, max_size=3)


@st.composite
def texts(draw: st.DrawFn) -> str:
    parts = draw(st.lists(words, min_size=0, max_size=12))
    return draw(st.sampled_from(["", " "])) + "".join(part + draw(gaps) for part in parts)


def by_regular_expression(quote: str, text: str) -> bool:
    """The same question, asked in another way."""
    pattern = r"\s+".join(map(re.escape, quote.split()))
    return any(
        not (re.match(r"\w\w", text[max(at - 1, 0) : at + 1]) and at) and not re.match(r"\w\w", text[end - 1 : end + 1])
        for at, end in (
            (match.start(), match.start() + len(match[1])) for match in re.finditer(f"(?=({pattern}))", text)
        )
    )


@given(st.lists(words, min_size=1, max_size=3).map(" ".join), texts())
def test_words_are_found_exactly_when_they_occur(quote: str, text: str) -> None:
    assert bool(occurrences(quote, text)) == by_regular_expression(quote, text)


@given(texts(), st.lists(words, min_size=1, max_size=4), texts(), st.data())
def test_words_are_found_however_they_are_spaced(
    before: str, quote: list[str], after: str, data: st.DataObject
) -> None:
    spaced = "".join(word + data.draw(gaps) for word in quote)
    found = occurrences(" ".join(quote), f"{before} {spaced}{after}")
    assert len(before) + 1 in [place.start for place in found]


@given(texts(), st.lists(words, min_size=1, max_size=3).map(" ".join))
def test_every_place_holds_the_words(text: str, quote: str) -> None:
    for place in occurrences(quote, text):
        assert text[place.start : place.end].split() == quote.split()


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a kernel runs", "a kernel  runs"),
        ("a kernel runs", "a\u00a0kernel\r\n   runs"),
        ("kernels[0]", "x = kernels[0];"),
        ("(void)", "run(void);"),
        ("runs.", "it runs.There"),
    ],
)
def test_white_space_may_differ(quote: str, text: str) -> None:
    assert occurrences(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a kernel", "akernel"),
        ("akernel", "a kernel"),
        ("kernel", "kernels"),
        ("ernel", "kernel"),
        ("a Kernel", "a kernel"),
        ("a kernel", "a kern\u200bel"),
        ("scope", "s\u0441ope"),
        ("don't", "don\u2019t"),
        ("caf\u00e9 x", "cafe\u0301 x"),
        ("  ", "  "),
    ],
)
def test_nothing_else_may(quote: str, text: str) -> None:
    assert occurrences(quote, text) == ()


def test_places_may_overlap() -> None:
    assert [place.start for place in occurrences("la la", "la la la")] == [0, 3]


def test_lines_are_counted_as_editors_count_them() -> None:
    text = "one\r\ntwo three\nfour\n"
    [place] = occurrences("three four", text)
    assert lines_of(place, text) == (2, 3)


@pytest.mark.parametrize(
    ("prefix", "suffix", "stands"),
    [
        ("", "", True),
        ("before\n the", "", True),
        ("the", ", after", True),
        ("the", ",", True),
        ("a", "", False),
        ("", "after", False),
        ("more before the", "", False),
        ("", ", after and more", False),
    ],
)
def test_the_words_around_a_place_decide(prefix: str, suffix: str, *, stands: bool) -> None:
    text = "before the quote , after"
    start = text.index("quote")
    assert stands_between(Occurrence(start, start + 5), text, prefix, suffix) is stands
