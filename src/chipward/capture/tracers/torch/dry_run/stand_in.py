"""The stand-in beside the operators of a dry run: what each asked of the GPU, and what is returned if it cannot serve.

Imports the standard library alone until an operator fails.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chipward.capture.tracers.torch.dry_run.ring import Ring


class StandIn:
    """Stands beside the operators of a process that has CUDA's runtime replaced."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._marks: dict[int, int] = {}

    def begins(self, number: int) -> None:
        """Remember where the events are."""
        self._marks[number] = self._ring.mark()

    def ended(self, number: int, folder: Path) -> Mapping[str, object]:
        """Return the events since then. Of an operator that began elsewhere, in the process before a fork, none."""
        mark = self._marks.pop(number, None)
        if mark is None:
            return {}
        events = self._ring.since(mark)
        return {"asked": events, "code": self._ring.keep_machine_code(events, folder)}

    def rescue(self, func: Any, args: Any, kwargs: Any, error: BaseException) -> tuple[Any] | None:  # noqa: ANN401 -- torch hands it over
        """Make up a result where the stand-in refused what the operator asked for."""
        if not isinstance(error, RuntimeError) or not self._ring.has_refused:
            return None
        from chipward.capture.tracers.torch.dry_run.made_up import made_up  # noqa: PLC0415 -- it imports torch

        try:
            return (made_up(func, args, kwargs or {}),)
        except Exception:  # noqa: BLE001 -- the operator's own error says more
            return None
