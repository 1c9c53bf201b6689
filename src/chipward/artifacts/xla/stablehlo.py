"""StableHLO as JAX prints it with locations: its operations, the equations and the lines of Python they are from.

    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<3xf32>
    cond {
      %6 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(#loc50)
    } do {
      …
    } loc(#loc49)
#loc49 = loc("jit(f)/while"(#loc31))
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from chipward.artifacts.gpu_code.mlir_expressions import Expressions, apart
from chipward.artifacts.gpu_code.places import Chain, known
from chipward.artifacts.locations.home import Home, numbered
from chipward.artifacts.xla.tags import tags_in
from chipward.model.lines import EdgeKind

_OPERATION = re.compile(r'\s*(?:%[^=]* = )?"?(?P<name>[a-z_]\w*(?:\.\w+)+|call)\b')
_STRUCTURE = frozenset({"func.func", "func.return", "stablehlo.return", "sdy.return", "sdy.mesh", "builtin.module"})
_DEFINITION = re.compile(r"(?P<name>#loc\d*) = loc\((?P<body>.*)\)\s*$")
_PART = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"|(#loc\d*)')
_DEEPEST = 60  # names of locations within each other


@dataclass(frozen=True)
class StableHlo:
    """A text, read: the operations by their lines, with their locations."""

    operations: Mapping[int, str]  # stablehlo.add
    locations: Mapping[int, str]  # of those that name one: what stands in loc(…)
    definitions: Mapping[str, str]  # of the names of locations

    @cached_property
    def tags(self) -> Mapping[int, tuple[int, ...]]:
        """The equations of each operation that names some, in a tagged text."""
        known_tags: dict[str, tuple[int, ...]] = {}
        found = ((line, self._tags(place, known_tags, 0)) for line, place in self.locations.items())
        return {line: tags for line, tags in found if tags}

    @cached_property
    def chains(self) -> Mapping[int, tuple[Chain, ...]]:
        """The places in Python of each operation, innermost first."""
        expressions = Expressions(self.definitions)
        read = ((line, expressions.read(place)) for line, place in self.locations.items())
        return {line: found for line, chains in read if (found := tuple(filter(None, map(known, chains))))}

    def _tags(self, place: str, known_tags: dict[str, tuple[int, ...]], depth: int) -> tuple[int, ...]:
        if place not in known_tags:
            known_tags[place] = ()
            found: tuple[int, ...] = ()
            for name, other in _PART.findall(place) if depth < _DEEPEST else ():
                if name:
                    found += tags_in(name)
                elif not found or place.startswith("fused"):
                    found += self._tags(self.definitions.get(other, ""), known_tags, depth + 1)
            known_tags[place] = tuple(dict.fromkeys(found))
        return known_tags[place]


def read_stablehlo(text: str) -> StableHlo:
    """Read a text. What is not understood is left out."""
    operations: dict[int, str] = {}
    locations: dict[int, str] = {}
    definitions: dict[str, str] = {}
    owners: list[int] = []  # the operation that each open bracket belongs to; 0 for none
    waiting = 0  # the operation whose location comes on a later line
    for number, line in numbered(text):
        code, place = apart(line)
        if line.startswith("#"):
            if defined := _DEFINITION.match(line):
                definitions[defined["name"]] = defined["body"]
            continue
        owner = number if (name := operation(code)) else waiting
        if name:
            operations[number] = name
        if code.startswith("}"):
            owner = owners.pop() if owners else 0
        if code.endswith("{"):
            owners.append(owner)
            waiting = 0
        elif place is None:
            waiting = owner
        if place is not None and owner in operations:
            locations[owner] = place
            waiting = 0
    return StableHlo(operations, dict(sorted(locations.items())), definitions)


def operation(line: str) -> str:
    """The operation on a line; empty if there is none that does anything."""
    found = _OPERATION.match(line)
    return found["name"] if found and found["name"] not in _STRUCTURE else ""


def is_operation(line: str) -> bool:
    """Whether a line begins an operation that does something."""
    return bool(operation(line))


def locate(text: str) -> Iterator[Home]:
    """The lines of Python that each operation names."""
    for line, chains in read_stablehlo(text).chains.items():
        for chain in chains:
            for depth, frame in enumerate(chain):
                if frame.file:
                    yield Home(line, frame.file, frame.line, EdgeKind.INLINED if depth else EdgeKind.EXACT)
