"""All stages that libtpu takes a program through, as one text: LLO as emitted, then what each stage changed.

What is no LLO, such as packed bundles and analyses of them, is told whole.
"""

from collections.abc import Iterable, Sequence

from chipward.artifacts.xla.hlo_passes import HEADING, Pass, tell_passes

_REGION = "$region0:"
_LLO = "LLO"


def tell_stages(stages: Iterable[tuple[str, str]]) -> str:
    """Tell stages, by name and text, in the order of the compiler."""
    given = list(stages)
    first = next((text for _, text in given if is_llo(text)), "")
    here: Sequence[str] = first.split("\n")
    changed: list[Pass] = []
    whole: list[str] = []
    for name, text in given:
        lines = text.split("\n")
        if not is_llo(text):
            whole += ["", f"{HEADING}{name}", *text.rstrip("\n").split("\n")]
        elif lines != here:
            changed.append(Pass(_LLO, name, here, lines))
            here = lines
    return tell_passes(first, changed) + "".join(f"{line}\n" for line in whole)


def is_llo(text: str) -> bool:
    """Whether a text is LLO, rather than bundles or a report."""
    return text.startswith(("//", _REGION)) and _REGION in text[:400]
