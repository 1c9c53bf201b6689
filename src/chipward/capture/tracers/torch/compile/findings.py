"""What a person should know of a compilation, in plain words."""

from typing import TYPE_CHECKING, Any

from chipward.capture.tracers.torch.compile.identity import CompileId

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder


def reported(recorder: "Recorder", id: CompileId, name: str, payload: str | None) -> None:
    """Take a report that is no text of a stage."""


def compiled(recorder: "Recorder", id: CompileId, metrics: Any) -> None:
    """Take the figures that end a compilation."""
