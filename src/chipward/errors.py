"""Every error that chipward raises on purpose.

ChipwardError
└── Misuse      something the user gave cannot be used: one sentence, exit code 2
"""


class ChipwardError(Exception):
    """The root: catching it catches every deliberate failure."""


class Misuse(ChipwardError):  # noqa: N818 -- it names what happened, not a class of bug
    """What the user gave cannot be used. The message names the file, the place and the remedy."""
