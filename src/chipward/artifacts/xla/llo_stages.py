"""All stages that libtpu takes a program through, as one text: LLO as emitted, then what each stage changed.

What is no LLO, such as packed bundles and analyses of them, is told whole, and so is LLO from before it is emitted.
"""

from collections.abc import Iterable, Sequence

from chipward.artifacts.xla.hlo_passes import HEADING, Pass, tell_passes
from chipward.artifacts.xla.llo_files import ORIGINAL

_REGION = "$region0:"
_LLO = "LLO"


def tell_stages(stages: Iterable[tuple[str, str]]) -> str:
    """Tell stages, by name and text, in the order of the compiler."""
    given = list(stages)
    llo = [name for name, text in given if is_llo(text)]
    begins = ORIGINAL if ORIGINAL in llo else next(iter(llo), "")
    early = set(llo[: llo.index(begins)]) if llo else set()
    first = next((text for name, text in given if name == begins), "")
    here: Sequence[str] = first.split("\n")
    changed: list[Pass] = []
    whole: list[str] = []
    for name, text in given:
        lines = text.split("\n")
        if name in early or not is_llo(text):
            whole += ["", f"{HEADING}{name}", *text.rstrip("\n").split("\n")]
        elif lines != here:
            changed.append(Pass(_LLO, name, here, lines))
            here = lines
    return tell_passes(first, changed) + "".join(f"{line}\n" for line in whole)


def is_llo(text: str) -> bool:
    """Whether a text is LLO, rather than bundles or a report."""
    return text.startswith(("//", _REGION)) and _REGION in text[:400]
