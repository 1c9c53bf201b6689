"""Tags: one name in the name stack of each equation of a jaxpr, which tells it from every other one.

A name stack is metadata. It becomes the location of a StableHLO operation and the ``op_name`` of an HLO instruction,
``jit(f)/transpose(jvp(cw.eq38))/mul``, and decides nothing. Imports the standard library alone.
"""

import re

_TAG = re.compile(r"\bcw\.eq(\d{1,9})\b")
_FIRST = re.compile(r"(?<![\w./])cw\.eq\d{1,9}/")  # at the front of a name stack
_LATER = re.compile(r"/cw\.eq\d{1,9}(?![\w.])")
_ALONE = re.compile(r"\bcw\.eq\d{1,9}\b")
_SEPARATOR = ";"  # between the names of instructions that XLA made one


def tag(number: int) -> str:
    """The tag of an equation."""
    return f"cw.eq{number}"


def tags_in(name: str) -> tuple[int, ...]:
    """The equations that a name speaks of: the innermost of each of the names that XLA joined, each once."""
    if "cw.eq" not in name:
        return ()
    found = (_TAG.findall(part) for part in name.split(_SEPARATOR))
    return tuple(dict.fromkeys(int(numbers[-1]) for numbers in found if numbers))


def without_tags(text: str) -> str:
    """A text as it reads without any tag."""
    return _ALONE.sub("", _LATER.sub("", _FIRST.sub("", text))) if "cw.eq" in text else text
