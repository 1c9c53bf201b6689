import pytest

from chipward.capture.tracers.torch.compile.stable import stable


def test_identities_are_numbered_so_that_equal_ones_stay_equal() -> None:
    text = "___check_obj_id(G['a'], 140182190356448)\n___check_type_id(L['b'], 94548789944992)\n"
    text += "___check_obj_id(G['c'], 140182190356448)"
    assert stable(text) == "___check_obj_id(G['a'], #1)\n___check_type_id(L['b'], #2)\n___check_obj_id(G['c'], #1)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" # graph id: 140181548933968", " # graph id: #1"),
        ("<object at 0x7f3a12345678>", "<object at 0x…>"),
        ("Guard latency = 88.42 us", "Guard latency = … us"),
        ("L['n'] == 123456789012345", "L['n'] == 123456789012345"),
        ("x = 0x1f", "x = 0x1f"),
    ],
)
def test_only_what_belongs_to_this_process_is_replaced(text: str, expected: str) -> None:
    assert stable(text) == expected


def test_the_cache_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", "/somewhere/made/anew")
    assert stable("g++ /somewhere/made/anew/ab/c.cpp") == "g++ $TORCHINDUCTOR_CACHE_DIR/ab/c.cpp"


def test_no_line_is_added_or_taken() -> None:
    text = "a\n\nGuard latency = 1 us\n# graph id: 1234567\n"
    assert stable(text).count("\n") == text.count("\n")
