"""The tables of GPUs and TPUs: all of them in sight at a desk, and on a phone in a box that shows that it scrolls."""

from e2e.conftest import OpenPage
from e2e.test_every_page import DESK

PHONE = {"width": 390, "height": 844}
TABLE = "main .scroll"
HIDDEN = "box => box.scrollWidth - box.clientWidth"
# Of the columns at the box's right edge, how much of the one that it cuts is seen, in parts of its width.
CUT = """box => {
  const edge = box.getBoundingClientRect().right;
  const columns = [...box.querySelectorAll("thead th")].map((column) => column.getBoundingClientRect());
  const cut = columns.filter(({ left, right }) => left < edge && right > edge);
  return cut.map(({ left, width }) => (edge - left) / width);
}"""


def test_every_chip_stands_in_the_window_at_a_desk(open_page: OpenPage, served: str) -> None:
    page = open_page(served, viewport=DESK)
    page.goto("/targets/")

    assert [table.evaluate(HIDDEN) for table in page.locator(TABLE).all()] == [0, 0]


def test_a_phone_shows_a_part_of_the_next_column(open_page: OpenPage, served: str) -> None:
    phone = open_page(served, viewport=PHONE, is_mobile=True, has_touch=True)
    phone.goto("/targets/")

    cuts = [table.evaluate(CUT) for table in phone.locator(TABLE).all()]
    assert all(0.2 < seen < 0.8 for (seen,) in cuts)  # enough to be seen, and little enough to be seen to go on
