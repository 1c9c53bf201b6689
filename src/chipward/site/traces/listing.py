"""The lines of a text as items of a list. A page may have thousands, so they are not left to a template."""

from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup, escape

from chipward.site.traces.kin import Kin, KinLink
from chipward.site.traces.shown import ShownLine
from chipward.site.words import number

Linker = Callable[[str], str]


def listing(lines: Sequence[ShownLine], before: str) -> Markup:
    """Every line, with an id that begins with ``before``."""
    return Markup("\n").join(_item(line, before) for line in lines)


def listing_with_kin(lines: Sequence[ShownLine], before: str, kin: Kin, link: Linker) -> Markup:
    """The same, and beside each line where it came from, below it what it became."""
    return Markup("\n").join(_item(line, before, _kin(kin, line.number, link)) for line in lines)


def _item(line: ShownLine, before: str, kin: str = "") -> Markup:
    left_out = _left_out(line.left_out) if line.left_out else ""
    name = escape(f"{before}{line.number}")
    return Markup(  # noqa: S704 -- every part is escaped
        f'<li id="{name}" data-n="{line.number}"><code>{escape(line.text)}</code>{left_out}{kin}</li>'
    )


def _kin(kin: Kin, line: int, link: Linker) -> str:
    came_from, became = kin.came_from.get(line), kin.became.get(line)
    return f"{_homes(came_from, link) if came_from else ''}{_became(became, link) if became else ''}"


def _left_out(count: int) -> Markup:
    return Markup(' <i class="left-out">… {}</i>').format(number(count, "more character"))


def _homes(links: Sequence[KinLink], link: Linker) -> Markup:
    return Markup('<span class="homes">{}</span>').format(Markup(" ").join(_home(one, link) for one in links))


def _home(one: KinLink, link: Linker) -> Markup:
    return Markup('<a href="{}" title="{}">{}</a>').format(link(one.url), one.words, one.name)


def _became(links: Sequence[KinLink], link: Linker) -> Markup:
    return Markup('<details class="kin-links"><summary>Became lines of {}</summary><ul>{}</ul></details>').format(
        number(len(links), "text"), Markup("").join(_texts(links, link))
    )


def _texts(links: Sequence[KinLink], link: Linker) -> Iterator[Markup]:
    for one in links:
        yield Markup('<li><a href="{}">{}</a>: {}</li>').format(link(one.url), one.name, one.words)
