"""Text of a trace on a page: what cannot be seen is spelled out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.site.traces.exhibit import _stream_lines, split_lines
from chipward.site.traces.shown import WIDEST, shown_lines, visible


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("plain text, ünïcode, 漢字", "plain text, ünïcode, 漢字"),
        ("\tindented\n", "\tindented\n"),
        ("\x1b[31m", "␛[31m"),
        ("a\rb\x00c\x7f", "a␍b␀c␡"),
        ("\x9b2J", "[U+009B]2J"),
        ("\u202egnp.exe", "[U+202E]gnp.exe"),
        ("\u2028\ufeff\u200b", "[U+2028][U+FEFF][U+200B]"),
        ("thin\u2009space", "thin\u2009space"),
    ],
)
def test_what_cannot_be_seen_is_spelled(text: str, spelled: str) -> None:
    assert visible(text) == spelled


@given(st.text())
def test_nothing_commands_a_page_or_turns_its_writing(text: str) -> None:
    shown = visible(text)
    assert not {sign for sign in shown if ord(sign) < 32} - {"\t", "\n"}
    assert not set(shown) & {"\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\ufeff"}


@given(st.lists(st.text(st.characters(exclude_characters="\n"))))
def test_a_text_has_the_lines_that_maps_count(lines: list[str]) -> None:
    assert split_lines("".join(f"{line}\n" for line in lines)) == lines


def test_only_a_line_feed_ends_a_line() -> None:
    assert split_lines("a\rb\x0bc\u2028d\ne") == ["a\rb\x0bc\u2028d", "e"]
    assert split_lines("") == []
    assert split_lines("\n") == [""]


@given(st.binary(), st.integers(1, 5), st.integers(0, 4), st.integers(1, 4))
def test_a_text_read_in_pieces_has_the_same_lines(raw: bytes, size: int, first: int, most: int) -> None:
    chunks = [raw[at : at + size] for at in range(0, len(raw), size)]
    whole = split_lines(raw.decode("utf-8", "replace")) if raw else []
    assert list(_stream_lines(iter(chunks)))[first : first + most] == whole[first : first + most]


def test_a_line_without_end_is_cut_and_counted() -> None:
    (line,) = shown_lines(["x" * (WIDEST + 5)], first=7)
    assert (line.number, len(line.text), line.left_out) == (7, WIDEST, 5)
