"""The texts of one program of a TPU, kept, and what of them counts."""

from dataclasses import dataclass
from functools import cached_property

from chipward.artifacts.xla.bundles import Slot, addresses, read_slots
from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.llo_files import Program
from chipward.artifacts.xla.llo_values import Value, read_values

_LLO_REST = "regions, allocations, brackets and comments"
_BUNDLES_REST = "headings and empty bundles"
_HLO_REST = "headings, parameters, constants, tuples and brackets"


@dataclass(frozen=True)
class Text:
    """An artifact, its text, the lines of it that do something, and what the others are."""

    artifact: str
    text: str
    lines: frozenset[int]
    rest: str


@dataclass(frozen=True)
class Kept:
    """The artifacts of one program."""

    program: Program
    unit: str
    llo_artifact: str
    llo_text: str
    bundles_artifact: str
    bundles_text: str

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """What each line of LLO makes."""
        return read_values(self.llo_text)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of all bundles that have something to do."""
        return read_slots(self.bundles_text)

    @cached_property
    def addresses(self) -> tuple[str, ...]:
        """Where the bundles begin."""
        return addresses(self.bundles_text)

    @cached_property
    def llo(self) -> Text:
        """LLO as emitted."""
        return Text(self.llo_artifact, self.llo_text, frozenset(value.line for value in self.values), _LLO_REST)

    @cached_property
    def bundles(self) -> Text:
        """The bundles."""
        return Text(
            self.bundles_artifact, self.bundles_text, frozenset(slot.line for slot in self.slots), _BUNDLES_REST
        )


def text_of_hlo(artifact: str, text: str, module: HloModule) -> Text:
    """The optimised HLO, of which instructions that compute something count."""
    return Text(artifact, text, frozenset(one.line for one in module.instructions if one.computes), _HLO_REST)
