"""The terminal that results are drawn on."""

from rich.console import Console

WIDEST = 100  # longer lines are hard to read
NARROWEST = 20  # in fewer columns words are lost; a terminal that has not told its size says 0


def console() -> Console:
    """Return standard output: as wide as the window within limits, plain in a pipe or with NO_COLOR."""
    out = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    out.width = max(NARROWEST, min(out.width, WIDEST))
    return out
