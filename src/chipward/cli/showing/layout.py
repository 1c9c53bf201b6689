"""How lines of a trace stand in a terminal: set in, numbered, under headings, and safe to print."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from chipward.cli.say import plain
from chipward.site.traces.shown import WIDEST
from chipward.site.words import number

STEP = 2  # columns by which what is nested is set in
_DEEPEST = 6  # steps: a trace may nest without end, and a terminal is narrow


def set_in(depth: int, text: Text) -> RenderableType:
    """Set a text in by some steps."""
    return Padding(text, (0, 0, 0, min(depth, _DEEPEST) * STEP), expand=False)


def heading(words: str) -> Iterator[RenderableType]:
    """A rule with words."""
    yield Text()
    yield Rule(Text(words, "dim"), align="left", characters="─", style="dim")


def under(words: str, lines: Sequence[Text]) -> Iterator[RenderableType]:
    """Put lines under a rule with a heading; nothing where there are none."""
    if lines:
        yield from heading(words)
        yield from (set_in(1, line) for line in lines)


def numbered(lines: Iterable[tuple[int, str]], last: int) -> Iterator[Text]:
    """Put each line behind its number; `last` is the highest one."""
    width = len(str(last)) + STEP
    for line, text in lines:
        more = f" … {number(len(text) - WIDEST, 'more character')}" if len(text) > WIDEST else ""
        shown = plain(text[:WIDEST].expandtabs())
        yield Text.assemble((f"{line:>{width}}  ", "dim"), shown, (more, "dim"))
