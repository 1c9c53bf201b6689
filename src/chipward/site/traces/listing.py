"""The lines of a text as items of a list. A page may have thousands, so they are left to no template.

For the same reason they are put together as plain strings, each part escaped, which takes a third of the time.
"""

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup, escape

from chipward.site.traces.kin import Kin, KinLink
from chipward.site.traces.shown import ShownLine
from chipward.site.words import number

Linker = Callable[[str], str]


def listing(lines: Sequence[ShownLine], before: str) -> Markup:
    """Every line, with an id that begins with ``before``."""
    return _joined(_item(line, before) for line in lines)


def listing_with_kin(lines: Sequence[ShownLine], before: str, kin: Kin, link: Linker) -> Markup:
    """The same, and beside each line where it came from, below it what it became."""
    return _joined(_item(line, before, _kin(kin, line.number, link)) for line in lines)


def _joined(items: Iterable[str]) -> Markup:
    return Markup("\n".join(items))  # noqa: S704 -- every part is escaped


def _item(line: ShownLine, before: str, kin: str = "") -> str:
    left_out = _left_out(line.left_out) if line.left_out else ""
    name = escape(f"{before}{line.number}")
    return f'<li id="{name}" data-n="{line.number}"><code>{escape(line.text)}</code>{left_out}{kin}</li>'


def _left_out(count: int) -> str:
    return f' <i class="left-out">… {number(count, "more character")}</i>'


def _kin(kin: Kin, line: int, link: Linker) -> str:
    came_from, became = kin.came_from.get(line), kin.became.get(line)
    return f"{_homes(came_from, link) if came_from else ''}{_became(became, link) if became else ''}"


def _homes(links: Sequence[KinLink], link: Linker) -> str:
    return f'<span class="homes">{" ".join(_home(one, link) for one in links)}</span>'


def _home(one: KinLink, link: Linker) -> str:
    return f'<a href="{escape(link(one.url))}" title="{escape(one.words)}">{escape(one.name)}</a>'


def _became(links: Sequence[KinLink], link: Linker) -> str:
    texts = "".join(_text(one, link) for one in links)
    count = number(len(links), "text")
    return f'<details class="kin-links"><summary>Became lines of {count}</summary><ul>{texts}</ul></details>'


def _text(one: KinLink, link: Linker) -> str:
    return f'<li><a href="{escape(link(one.url))}">{escape(one.name)}</a>: {escape(one.words)}</li>'
