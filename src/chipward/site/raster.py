"""From SVG to PNG, with our own font and no other, so that every machine draws the same."""

import resvg_py

from chipward.site.gather import STATIC

FONT = STATIC / "fonts" / "inter.ttf"


def rasterise(svg: str) -> bytes:
    """Draw an SVG at its own size."""
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(FONT)], skip_system_fonts=True)
