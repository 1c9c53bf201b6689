"""The colours of pictures that no style sheet reaches: taken from the style sheet all the same."""

import re

from chipward.diagram.social import Palette
from chipward.errors import Misuse

STYLE_SHEET = "site.css"


def light_palette(style_sheet: bytes) -> Palette:
    """Read the light half of ``--paper: light-dark(#fbfaf6, #131311)`` and its like."""
    text = style_sheet.decode()

    def colour(token: str) -> str:
        found = re.search(rf"--{token}:\s*light-dark\(\s*(#[0-9a-f]{{3,8}})", text)
        if found is None:
            message = f"the web file {STYLE_SHEET} has no colour --{token}; run `make web` again"
            raise Misuse(message)
        return found[1]

    return Palette(colour("paper"), colour("ink"), colour("soft"), colour("hair"), colour("copper"))
