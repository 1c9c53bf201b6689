"""Graph breaks: where Dynamo ends a graph, and why."""

import re
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.places import place_at, place_in_traceback
from chipward.capture.tracers.torch.compile.records import HANDED_OVER
from chipward.capture.tracers.torch.compile.stable import stable

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder

# Graph break in user code at train.py:6
_WHERE = re.compile(r"^Graph break in user code at (.+):(\d+)$", re.MULTILINE)
_REASON = re.compile(
    r"^Graph Break Reason: (.+?)(?=^  Explanation: |^User code traceback:|\Z)", re.MULTILINE | re.DOTALL
)
_EXPLANATION = re.compile(
    r"^  Explanation: (.+?)(?=^  Hint: |^  Developer debug context: |\n\n|\Z)", re.MULTILINE | re.DOTALL
)
_HINT = re.compile(r"^  Hint: (.+)$", re.MULTILINE)
# Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):
_PREAMBLE = re.compile(r"^Encountered graph break when attempting to trace [^\n]*:\s*")
_SKIPS = "which results in a skip"


def tell(recorder: "Recorder", which: CompileId, _value: Foreign, payload: str | None) -> None:
    """Tell of a break, with the reason that Dynamo gives."""
    if not payload:
        return
    text = payload.split("\nTraceback (most recent call last)")[0].replace("\nNoneType: None", "").rstrip()
    text = f"{stable(text)}\n"
    compilation = recorder.begin(which)
    journal = recorder.session.journal
    evidence = journal.artifact(
        compilation.unit,
        "graph-break",
        stage="dynamo",
        kind="compile-log",
        title="Why the graph breaks",
        content=text,
        how=HANDED_OVER,
        versions=(recorder.version,),
    )
    where = _WHERE.search(text)
    place = place_at(journal, where[1], int(where[2])) if where else place_in_traceback(journal, text)
    hints = [hint for hint in _HINT.findall(text) if "report an issue" not in hint]
    if _SKIPS in text:
        kind, said = (
            "frame-skipped",
            f"Dynamo leaves {compilation.function.name} to Python: it cannot go on after a break.",
        )
    else:
        kind, said = "graph-break", f"The graph ends here: {_reason(text)}"
    journal.finding(
        kind, said, unit=compilation.unit, place=place, evidence=(evidence, 1), advice=hints[0] if hints else None
    )


def _reason(text: str) -> str:
    found = _REASON.search(text)
    reason = _PREAMBLE.sub("", found[1].strip()) if found else text.strip().splitlines()[0]
    explanation = _EXPLANATION.search(text)
    parts = [" ".join(part.split()).rstrip(".") for part in (reason, explanation[1] if explanation else "") if part]
    return ". ".join(parts) + "."
