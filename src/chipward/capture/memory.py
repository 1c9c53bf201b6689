"""Addresses in memory, which no two runs share, in texts that are to read the same in every run."""

import re

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")  # a shorter number is one that the program wrote


def without_addresses(text: str) -> str:
    """The text with `0x…` for each address, as in `<object at 0x7f3a12345678>`."""
    return _ADDRESS.sub("0x…", text)
