"""Bundles, the instructions of TPUs: what is done at once, slot by slot. Laid out with each slot on its own line.

libtpu writes a bundle on one line, which a comment may break:

     0x3   :  { %5 = vsyncpa [#a5], 0  ;;  %s9 = sshll.u32 %s2, 4 /* base */ } /* Start region 2 */

    0x3   :  { %5 = vsyncpa [#a5], 0
           ;; %s9 = sshll.u32 %s2, 4 /* base */ } /* Start region 2 */

Nothing but white space differs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"[ ]*(?P<address>0x[0-9a-f]{1,12}|0)[ ]+(?P<mark>[A-Z]{2})?[ ]*:[> ]*\{")
_TOKEN = re.compile(r"/\*|\*/|;;|[{}]|\s+")
_NEXT_SLOT = ";; "


@dataclass(frozen=True)
class Slot:
    """One slot of a bundle that has something to do."""

    line: int  # of the laid-out text, from 1
    bundle: int  # how many bundles stand before its own


def lay_out(text: str) -> str:
    """Give each slot a line of its own, and each comment as many as its slot has."""
    told: list[str] = []
    bundle: list[str] = []
    for line in text.split("\n"):
        if _HEAD.match(line):
            told += _slots("\n".join(bundle))
            bundle = [line]
        elif bundle:
            bundle.append(line)
        else:
            told.append(line)
    return "\n".join([*told, *_slots("\n".join(bundle))]).rstrip("\n") + "\n"


def is_slot(line: str) -> bool:
    """Whether a line of a laid-out text holds a slot with something to do."""
    head = _HEAD.match(line)
    rest = line[head.end() :] if head else line.strip().removeprefix(";;") if line.strip().startswith(";;") else ""
    return rest.strip() not in {"", "}"} and not rest.strip().startswith("} /*")


def read_slots(laid_out: str) -> tuple[Slot, ...]:
    """The slots of a laid-out text."""
    return tuple(_read(laid_out))


def addresses(laid_out: str) -> tuple[str, ...]:
    """Where each bundle of a laid-out text begins: 0, 0x1, …, in order."""
    return tuple(found["address"] for line in laid_out.split("\n") if (found := _HEAD.match(line)))


def operation(line: str) -> str:
    """What a slot does, in a word: ``vmatpush.bf16.msra.mxu0``."""
    _, equals, made = line.partition(" = ")
    return made.split(maxsplit=1)[0].rstrip("}") if equals and made.strip() else line.strip()


def _read(laid_out: str) -> Iterator[Slot]:
    bundle = -1
    for number, line in enumerate(laid_out.split("\n"), start=1):
        bundle += _HEAD.match(line) is not None
        if bundle >= 0 and is_slot(line):
            yield Slot(number, bundle)


def _slots(bundle: str) -> Iterator[str]:
    """The lines of one bundle: comments may hold each other, and brackets stand in shapes too."""
    head = _HEAD.match(bundle)
    if head is None:
        return
    indent = " " * (head.end() - len(_NEXT_SLOT) + 1)
    pieces: list[str] = [head[0]]
    start, comments, brackets = head.end(), 0, 1
    for token in _TOKEN.finditer(bundle, head.end()):
        found = token[0]
        pieces.append(bundle[start : token.start()])
        start = token.end()
        if found.isspace():
            pieces.append(" " if "\n" in found else found)
            continue
        comments = max(0, comments + (found == "/*") - (found == "*/"))
        if not comments:
            brackets += (found == "{") - (found == "}")
        if found == ";;" and comments == 0 and brackets == 1:
            yield "".join(pieces).rstrip()
            pieces = [indent, _NEXT_SLOT.rstrip()]
        else:
            pieces.append(found)
    yield "".join([*pieces, bundle[start:]]).rstrip()
