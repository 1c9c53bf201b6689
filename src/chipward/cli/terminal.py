"""The terminal that results are drawn on."""

from rich.console import Console

WIDEST = 100  # longer lines are hard to read


def console() -> Console:
    """Return standard output: as wide as the window up to a limit, plain in a pipe or with NO_COLOR."""
    out = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    out.width = min(out.width, WIDEST)
    return out
