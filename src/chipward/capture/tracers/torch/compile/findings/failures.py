"""Compilations that failed, so that Python runs the function itself."""

from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.places import place_at
from chipward.capture.tracers.torch.compile.stable import stable

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder


_LINES = 2  # of a failure's message: what was being done, and what went wrong


def tell(recorder: "Recorder", which: CompileId, metrics: dict[str, Foreign]) -> None:
    """Tell of a failure, with the line that Dynamo was at."""
    failed = metrics.get("fail_type")
    if not failed:
        return
    compilation = recorder.begin(which)
    journal = recorder.session.journal
    function = compilation.function
    file, line = metrics.get("fail_user_frame_filename"), metrics.get("fail_user_frame_lineno")
    if not (file and line):
        file, line = function.file, function.line
    lines = [text.strip() for text in str(metrics.get("fail_reason") or "").splitlines() if text.strip()]
    reason = stable(" ".join(lines[:_LINES])).rstrip(".")
    journal.finding(
        "not-compiled",
        f"{function.name} is not compiled: {failed}{f', {reason}' if reason else ''}."
        + (" Python runs it as it is, since errors are suppressed." if metrics.get("config_suppress_errors") else ""),
        unit=compilation.unit,
        place=place_at(journal, file, line) if file and line else None,
    )
