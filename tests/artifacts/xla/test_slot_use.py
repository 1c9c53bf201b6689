"""How full bundles are: read as libtpu counts it, and told with totals."""

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.kinds.slot_utilization import KIND
from chipward.artifacts.xla.slot_use import SlotUse, read_slot_use, tell_slot_use

COUNTED = """\
== CAPACTIY:
MXU, XLU, VLOAD:FILL
    4     3     1
== UTILIZATION:
4 0 1
0 0 0
2 3 0
"""
TOLD = """\
bundle          MXU    XLU  VLOAD:FILL
a bundle has      4      3           1
used in all       6      3           1
used, %        50.0   33.3        33.3

0                 4      0           1
0x1               0      0           0
0x2               2      3           0
"""


def test_counts_are_read_bundle_by_bundle() -> None:
    assert read_slot_use(COUNTED) == SlotUse(("MXU", "XLU", "VLOAD:FILL"), (4, 3, 1), ((4, 0, 1), (0, 0, 0), (2, 3, 0)))


def test_the_table_has_totals_and_an_address_for_each_row() -> None:
    use = read_slot_use(COUNTED)
    assert use
    assert tell_slot_use(use, ("0", "0x1", "0x2")) == (TOLD, (6, 7, 8))
    assert KIND.count(TOLD.split("\n")) == 3


def test_no_bundle_is_no_share() -> None:
    text, rows = tell_slot_use(SlotUse(("MXU",), (4,), ()), ())
    assert "used, %" in text
    assert rows == ()


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(["== UTILIZATION", "\n", "1 2", "MXU, XLU", "-1", "²", "9" * 30])).map("".join)
)
def test_no_text_is_refused(text: str) -> None:
    use = read_slot_use(text)
    if use:
        told, rows = tell_slot_use(use, [hex(at) for at in range(len(use.rows))])
        assert len(rows) == len(use.rows)
        assert told.count("\n") == 5 + len(rows)
