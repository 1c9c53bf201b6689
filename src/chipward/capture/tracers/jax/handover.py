"""What the program leaves of a compilation for those who compile it once more: files in a folder of the recording."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

FOLDER = "lowered"  # in the folder of the recording
EQUATIONS, ARGUMENTS = "equations.json", "arguments.json"
JAXPR, STABLEHLO = "jaxpr.txt", "stablehlo.txt"  # the texts that were kept of the program
OPTIONS = "options.pb"
RAN_HLO, RAN_EXECUTABLE, RAN_COSTS = "executed/hlo.txt", "executed/executable.bin", "executed/costs.json"


def plain_file(platform: str) -> str:
    """Where StableHLO lies as JAX lowers it for a platform."""
    return f"{platform}/plain.mlir"


def tagged_file(platform: str) -> str:
    """Where StableHLO lies whose equations are tagged."""
    return f"{platform}/tagged.mlir"


@dataclass(frozen=True)
class Place:
    """A line of Python on the way to an equation. Columns count bytes from 0, the end excluded; None if unknown."""

    file: str
    line: int
    end_line: int
    column: int | None = None
    end_column: int | None = None


@dataclass(frozen=True)
class Equation:
    """One equation of a jaxpr."""

    number: int  # as its tag spells it
    primitive: str
    depth: int  # how many equations it stands inside of
    calls: bool  # whether it is a call, which has no tag
    line: int | None  # of the jaxpr's text
    columns: tuple[int, int] | None  # in that line
    frames: tuple[Place, ...]  # innermost first
    calls_made: tuple[str, ...] = ()  # of JAX's interface, the outermost first, from the innermost place to here
    stack: str = ""  # the transformations and scopes that it was recorded in
    turns: int | None = None  # of a transpose, the number of the product whose result it turns


@dataclass(frozen=True)
class Handover:
    """The folder, and what lies in it."""

    folder: Path

    def plain(self, platform: str) -> bytes:
        """StableHLO for a platform, as MLIR bytecode. Where only the tagged one was left, its tags are taken out."""
        file = self.folder / plain_file(platform)
        if file.exists():
            return file.read_bytes()
        tagged = self.tagged(platform)
        if tagged is None:
            message = f"The program left no StableHLO for {platform}."
            raise FileNotFoundError(message)
        from chipward.capture.tracers.jax.modules import untagged  # noqa: PLC0415 -- loads JAX

        return untagged(tagged)

    def tagged(self, platform: str) -> bytes | None:
        """The same, with its equations tagged; None where no tags were needed or could be given."""
        return self._bytes(tagged_file(platform))

    def options(self) -> bytes:
        """The options of the compilation, serialised."""
        return (self.folder / OPTIONS).read_bytes()

    def jaxpr_text(self) -> str | None:
        """The jaxpr, as it was kept."""
        found = self._bytes(JAXPR)
        return None if found is None else found.decode()

    def stablehlo_text(self) -> str | None:
        """The StableHLO that the program compiled, as it was kept."""
        found = self._bytes(STABLEHLO)
        return None if found is None else found.decode()

    def executed_hlo(self) -> str | None:
        """The optimised HLO of the executable that ran."""
        found = self._bytes(RAN_HLO)
        return None if found is None else found.decode()

    def executed_executable(self) -> bytes | None:
        """The executable that ran, serialised."""
        return self._bytes(RAN_EXECUTABLE)

    def costs(self) -> dict[str, Any]:
        """What XLA says of the costs and the memory of the executable that ran: ``cost`` and ``memory``."""
        found = self._bytes(RAN_COSTS)
        told = json.loads(found) if found else {}
        return told if isinstance(told, dict) else {}

    def arguments(self) -> tuple[tuple[str, str], ...]:
        """The arguments that the function was traced with, each with its type."""
        found = self._bytes(ARGUMENTS)
        return tuple((name, type_) for name, type_ in json.loads(found)) if found else ()

    def equations(self) -> tuple[Equation, ...]:
        """The equations of the jaxpr; the place of each is its number."""
        return self._equations

    @cached_property
    def _equations(self) -> tuple[Equation, ...]:
        found = self._bytes(EQUATIONS)
        return tuple(_equation(number, told) for number, told in enumerate(json.loads(found) if found else ()))

    def _bytes(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None


def _equation(number: int, told: dict[str, Any]) -> Equation:
    columns = told["columns"]
    return Equation(
        number,
        told["primitive"],
        told["depth"],
        told["calls"],
        told["line"],
        (columns[0], columns[1]) if columns else None,
        tuple(Place(*frame) for frame in told["frames"]),
        tuple(told["calls_made"]),
        told["stack"],
        told["turns"],
    )
