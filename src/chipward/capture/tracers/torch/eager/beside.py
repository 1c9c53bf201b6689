"""What may stand beside the operators of a process, and knows more of each than can be seen from Python."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol


class Beside(Protocol):
    """Is asked about each operator that is written down, by its number. There is one for the process, or none."""

    def begins(self, number: int) -> None:
        """The operator is about to be called."""

    def ended(self, number: int, folder: Path) -> Mapping[str, object]:
        """Return what it asked for meanwhile, in JSON, to stand in its record. Files go into a folder."""

    def rescue(self, func: Any, args: Any, kwargs: Any, error: BaseException) -> tuple[Any] | None:  # noqa: ANN401 -- torch hands it over
        """Return what the operator is to return, though it failed; None if the error is the program's own to have."""
