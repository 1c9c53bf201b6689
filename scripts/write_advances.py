"""Write ``src/chipward/diagram/advances.json``: how wide each letter is, in thousandths of the size of the type.

Needs two packages that nothing else here does, and the fonts themselves:

    pip install fonttools brotli
    python scripts/write_advances.py \
        web/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2 \
        /usr/share/fonts/truetype/dejavu

The widths change only when the site changes its font.
"""

import json
import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ALPHABET = "".join(chr(code) for code in range(0x20, 0x7F)) + "\u00a0·×–—‘’“”…→"  # noqa: RUF001 -- as the data has them
TARGET = Path(__file__).parents[1] / "src/chipward/diagram/advances.json"


def main() -> None:
    """Read the fonts named on the command line and write the table."""
    inter, dejavu = Path(sys.argv[1]), Path(sys.argv[2])
    table = {
        "inter-400": _advances(_open(inter, weight=400)),
        "inter-600": _advances(_open(inter, weight=600)),
        "dejavu-400": _advances(_open(dejavu / "DejaVuSans.ttf")),
        "dejavu-700": _advances(_open(dejavu / "DejaVuSans-Bold.ttf")),
    }
    TARGET.write_text(json.dumps({"letters": ALPHABET, **table}, ensure_ascii=False, separators=(",", ":")) + "\n")


def _open(file: Path, weight: int | None = None) -> TTFont:
    font = TTFont(file)
    return instantiateVariableFont(font, {"wght": weight}) if weight else font


def _advances(font: TTFont) -> list[int]:
    names, widths, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    return [round(1000 * widths[names.get(ord(letter), ".notdef")][0] / em) for letter in ALPHABET]


if __name__ == "__main__":
    main()
