"""Protocol buffers without a schema: what was written is read, and what is no message ends quietly."""

import time

from hypothesis import given
from hypothesis import strategies as st
from protobuf_writer import message, number, packed

from chipward.artifacts.xla.wire import Field, Message, fields, read_number

_numbers = st.integers(0, 2**64 - 1)
_keys = st.integers(1, 2**20)
_fields = st.lists(st.tuples(_keys, _numbers | st.binary(max_size=40)), max_size=12)


@given(_fields)
def test_what_was_written_is_read(written: list[tuple[int, int | bytes]]) -> None:
    assert [(field.number, field.value) for field in fields(message(*written))] == written


@given(_numbers, st.binary(max_size=4))
def test_a_number_ends_where_it_ends(value: int, behind: bytes) -> None:
    assert read_number(number(value) + behind, 0) == (value, len(number(value)))


@given(_fields, st.integers(0, 200))
def test_a_message_that_is_cut_yields_the_fields_before(written: list[tuple[int, int | bytes]], cut: int) -> None:
    content = message(*written)

    found = [(field.number, field.value) for field in fields(content[:cut])]

    assert found == written[: len(found)]


@given(st.binary(max_size=300))
def test_any_bytes_can_be_asked(content: bytes) -> None:
    found = Message(content)

    for field in fields(content):
        assert found.has(field.number)
        assert isinstance(found.text(field.number), str)
        assert found.numbers(field.number) is not None
        assert found.message(field.number, 1, 1).content is not None


def test_fields_of_fixed_width_are_read() -> None:
    content = bytes([1 << 3 | 1, *range(8), 2 << 3 | 5, *range(4), 3 << 3, 7])

    assert list(fields(content)) == [Field(1, 1, bytes(range(8))), Field(2, 5, bytes(range(4))), Field(3, 0, 7)]


def test_groups_and_field_0_are_no_fields() -> None:
    assert not list(fields(bytes([1 << 3 | 3, 1])))
    assert not list(fields(bytes([0, 1])))


def test_what_is_not_there_is_empty() -> None:
    empty = Message(b"")

    assert (empty.text(1), empty.number(1), empty.numbers(1), empty.values(1), empty.messages(1)) == ("", 0, (), (), ())
    assert not empty.message(1, 2, 3).content


def test_numbers_are_read_packed_or_one_by_one() -> None:
    assert Message(message((3, packed([64, 300])))).numbers(3) == (64, 300)
    assert Message(message((3, 64), (3, 300))).numbers(3) == (64, 300)


def test_the_last_number_counts() -> None:
    assert Message(message((3, 64), (3, 300))).number(3) == 300


def test_a_number_that_never_ends_is_none() -> None:
    assert read_number(b"\xff" * 20, 0)[0] == -1


def test_many_fields_take_no_more_than_their_length() -> None:
    start = time.perf_counter()

    assert sum(1 for _ in fields(message((1, 1)) * 200_000)) == 200_000
    assert time.perf_counter() - start < 5
