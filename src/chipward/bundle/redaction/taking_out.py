"""What every redaction can do."""

from typing import Protocol


class TakingOut(Protocol):
    """Takes something out of texts. The number of lines stays, so that line maps stay true."""

    def out_of(self, text: str) -> str:
        """Return the text without it."""

    def occurs(self, raw: str) -> bool:
        """Whether bytes, told as one character each, hold it: a binary cannot be mended."""
