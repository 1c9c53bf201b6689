"""Recompiles: which guard failed, and which line had made it."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.places import place_at
from chipward.capture.tracers.torch.compile.stable import stable

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder

# It begins with what was compiled before. 0/0: tensor 'x' size mismatch at index 0. expected 8, actual 9
_COMPILED_BEFORE = re.compile(r"^(\d+/\d+): ")
# It ends with the line that made the guard, where there is one: `# return (x * 2).relu()  # train.py:6 in f`.
_MADE_BY = re.compile(r"\s*# (?P<code>.*?)\s*# (?P<file>[^#]+?):(?P<line>\d+) in (?P<name>.+?)\s*$")

_SIZES = "Mark the size as dynamic (torch._dynamo.mark_dynamic), or keep it the same from call to call."


def tell(recorder: "Recorder", which: CompileId, _value: Foreign, payload: str | None) -> None:
    """Tell of each guard that kept code compiled before from being used."""
    compilation = recorder.begin(which)
    journal = recorder.session.journal
    function = compilation.function
    for reason in _reasons(payload or ""):
        before = _COMPILED_BEFORE.match(reason)
        text = _COMPILED_BEFORE.sub("", reason)
        made_by = _MADE_BY.search(text)
        file = whole_name(made_by["file"].strip(), (function.file, *journal.sources)) if made_by else None
        place = place_at(journal, file, int(made_by["line"])) if made_by and file else None
        failed = _MADE_BY.sub("", text).strip().rstrip(".")
        earlier = f"frame-{before[1].replace('/', '-')}" if before else "the code compiled before"
        journal.finding(
            "recompile",
            f"{function.name} is compiled again, because {earlier} does not fit: {failed}.",
            unit=compilation.unit,
            place=place or (place_at(journal, function.file, function.line) if function.line else None),
            advice=_SIZES if "size mismatch" in failed else None,
        )


def whole_name(shortened: str, files: Iterable[str]) -> str | None:
    """The file that PyTorch means: it leaves out the folders that lead to its own, and a letter after them."""
    if Path(shortened).is_absolute():
        return shortened
    return next((file for file in files if file.endswith(shortened)), None)


def _reasons(payload: str) -> list[str]:
    try:
        read = json.loads(payload)
    except ValueError:
        read = payload
    reasons = read if isinstance(read, list) else [str(read)]
    return [" ".join(stable(str(reason)).split()) for reason in reasons if str(reason).strip()]
