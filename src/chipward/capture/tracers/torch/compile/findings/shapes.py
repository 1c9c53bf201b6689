"""Dynamic shapes: which size became a symbol, so that one compilation serves many sizes."""

import re
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.places import Place, place_at, place_in_stack

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder
    from chipward.capture.tracers.torch.compile.state import Compilation

# How Dynamo names a size: `L['x'].size()[0]`.
_SIZE = re.compile(r"^(.*)\.(size|stride)\(\)\[(\d+)\]$")
_LOCAL = re.compile(r"L\['(\w+)'\]")
# How PyTorch names what it makes for itself as it looks into a nested tensor: no size of anything in the program.
_ITS_OWN = "<ephemeral"
# How it names a range without an end: `[2, int_oo]`.
_RANGE = re.compile(r"^\[(.+), (.+)\]$")


def tell(recorder: "Recorder", which: CompileId, value: Foreign, _payload: str | None) -> None:
    """Tell of a size that Dynamo made a symbol of."""
    if str(value.get("source", "")).startswith(_ITS_OWN):
        return
    compilation = recorder.begin(which)
    journal = recorder.session.journal
    journal.finding(
        "dynamic-shape",
        f"{_named(str(value.get('source', '')))} is the symbol {value['symbol']}: "
        f"this code serves {_range(str(value.get('vr', '')))}. It was {value.get('val')} when it was compiled.",
        unit=compilation.unit,
        place=_place(recorder, compilation, value),
    )


def tell_unbacked(recorder: "Recorder", which: CompileId, value: Foreign, _payload: str | None) -> None:
    """Tell of a number that is known only when the program runs."""
    compilation = recorder.begin(which)
    journal = recorder.session.journal
    journal.finding(
        "dynamic-shape",
        f"A number that depends on the data is the symbol {value['symbol']}: the compiler knows nothing of its value.",
        unit=compilation.unit,
        place=_place(recorder, compilation, value),
    )


def _place(recorder: "Recorder", compilation: "Compilation", value: Foreign) -> Place | None:
    """The line that needs the number; where PyTorch names none, the one that the function begins at."""
    journal, function = recorder.session.journal, compilation.function
    named = place_in_stack(journal, value.get("user_stack"), recorder.strings)
    return named or (place_at(journal, function.file, function.line) if function.line else None)


def _named(source: str) -> str:
    source = _LOCAL.sub(r"\1", source)
    found = _SIZE.match(source)
    return f"{found[2].capitalize()} {found[3]} of {found[1]}" if found else source or "A number"


def _range(text: str) -> str:
    found = _RANGE.match(text)
    if not found:
        return "other values too"
    low, high = found[1], found[2]
    if low == "-int_oo" and high == "int_oo":
        return "every value"
    return f"every value from {low} on" if high == "int_oo" else f"every value from {low} to {high}"
