"""How an artifact came to be, in words."""

from collections.abc import Mapping
from typing import NamedTuple

from chipward.model.artifact import Origin


class Words(NamedTuple):
    """An origin, told where there is more or less room."""

    explained: str  # after the facts of one artifact
    label: str  # beside its name
    sentence: str  # of a stage, or of all that a path holds


WORDS: Mapping[Origin, Words] = {
    Origin.EXECUTED: Words("executed: it ran here", "ran here", "It ran here."),
    Origin.COMPILED: Words(
        "compiled: made by the real compiler here, and not run", "compiled here, not run", "Compiled here, not run."
    ),
    Origin.DRY_RUN: Words(
        "dry run: the framework ran against a driver that computes nothing",
        "dry run: recorded, nothing computed",
        "The framework ran against a driver that records and computes nothing.",
    ),
    Origin.SHIPPED: Words(
        "shipped: code that a library brought along",
        "shipped by a library",
        "Code that a library brought along; it was not seen running.",
    ),
}
