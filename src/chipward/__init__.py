"""From the line of code you write to the chip that runs it."""

__version__ = "0.1.0"
