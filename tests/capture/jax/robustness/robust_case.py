"""One compiled function of a trace on one target, and what is told of it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from chipward.bundle.read import Bundle
from chipward.model.lines import EdgeKind
from chipward.model.trace import MapEntry, NotSeen, Unit

CPU, H100, TPU = "", "cuda-h100-", "tpu-v5e-2x4-"  # how the units of each begin
_COMPUTATION = re.compile(r"^(?:ENTRY )?%([^ ]+) \(.*\{$")
_SHARED = re.compile(r" (?:bitcast|constant|parameter|tuple|get-tuple-element)\(")  # nothing is computed there
_CALLED_BY_FUSION = re.compile(r" fusion\(.*, calls=%([^ ,]+)")


@dataclass(frozen=True)
class Case:
    """What a bundle tells of the function of this name, compiled for this target."""

    bundle: Bundle
    name: str
    target: str

    @property
    def units(self) -> list[Unit]:
        """The compilations; there is one unless the function has none for the target."""
        units = (one for one in self.bundle.trace.units if one.kind == "jitted" and one.name == self.name)
        return [one for one in units if one.id.startswith(f"{self.target}jit-")]

    @property
    def unit(self) -> str:
        """The one compilation."""
        (unit,) = self.units
        return unit.id

    @property
    def kernels(self) -> list[str]:
        """The units of its kernels."""
        unit = self.unit
        return [one.id for one in self.bundle.trace.units if one.parent == unit and one.kind == "kernel"]

    def texts_of_kernels(self) -> Counter[str]:
        """How many kernels have a text of each name."""
        kernels = set(self.kernels)
        return Counter(one.id.split("/")[1] for one in self.bundle.trace.artifacts if one.unit in kernels)

    def told(self) -> list[str]:
        """What is said of how true the picture is."""
        unit = self.unit
        return [one.text for one in self.bundle.trace.findings if one.unit == unit and one.kind == "fidelity"]

    def missing(self) -> list[NotSeen]:
        """What is not in the trace though it might be."""
        units = {one.id for one in self.units} | (set(self.kernels) if self.units else set())
        return [one for one in self.bundle.trace.missing if one.unit in units]

    @property
    def equations(self) -> MapEntry:
        """The map from the jaxpr to the optimised HLO."""
        end = f"{self.unit}/hlo-optimized"
        maps = (one for one in self.bundle.trace.maps if one.end == end)
        (found,) = (one for one in maps if one.start.endswith("/jaxpr"))
        return found

    def share(self) -> float:
        """Of the optimised instructions that do something, how many lead to an equation."""
        found = self.equations
        added = sum(loss.lines for loss in found.losses if loss.why == "added by XLA")
        return found.end_mapped / (found.end_mapped + added)

    def fusions(self) -> Iterator[tuple[set[int], set[int]]]:
        """For each fusion the lines of the jaxpr that it leads to, and those that what it computes leads to."""
        origins: dict[int, set[int]] = {}
        equations = self.equations
        for edge in self.bundle.line_map(equations.id):
            assert edge.kind is not EdgeKind.UNIT
            origins.setdefault(edge.end, set()).add(edge.start)
        inside: dict[str, set[int]] = {}
        lines = self.bundle.text(equations.end).splitlines()
        computation = ""
        for number, line in enumerate(lines, 1):
            if begins := _COMPUTATION.match(line):
                computation = begins[1]
            computed = inside.setdefault(computation, set())
            if not _SHARED.search(line):
                computed |= origins.get(number, set())
            if fusion := _CALLED_BY_FUSION.search(line):
                yield origins.get(number, set()), inside[fusion[1]]
