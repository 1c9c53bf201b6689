"""What is noted of a Triton kernel while Inductor generates it, and is not to be read from its lines afterwards."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.writing import Lines

_DEFINITION = re.compile(r"^def (\w+)\(")
# A kernel that adds up rows while it goes through columns: `accum0 = tl.full([R0_BLOCK], 0, tl.float32)[None, :]`,
# `tmp21 = accum0 + tmp20`, `accum0 = tmp21`, `tl.store(ws_ptr + (…), accum0, r0_mask)`; before them,
# `tmp20 = tl.sum(tmp18, 0)`.
_ACCUMULATOR = re.compile(r"\baccum(\d+)\b")
_OVER_ROWS = re.compile(r"^\s*\w+ = [\w.]+\((\w+), 0\)$")

Sum = tuple[str, Origins | None]  # over rows: the value that is added (tmp18), and what the sum is for


@dataclass
class Notes:
    """Notes on one kernel."""

    text: str = ""
    lines: Lines | None = None  # for each line of the text what it was written for
    sums: list[Sum] = field(default_factory=list)  # by their number
    _helpers: dict[str, Lines] = field(default_factory=dict)

    def helper(self, name: str, lines: Lines) -> None:
        """Note what the lines of a function are for; one that was there already is for a further step."""
        known = self._helpers.setdefault(name, lines)
        for old, new in zip(known, lines, strict=False):
            if old is not None and new is not None:
                for node in new.nodes:
                    old.add(node)

    def fill(self, text: Sequence[str], lines: Lines) -> None:
        """Give lines of the kernel's text the origins that they lost on their way, or never had."""
        accumulates: dict[str, list[Origins | None]] = defaultdict(list)
        for variable, origins in self.sums:
            accumulates[variable].append(origins)
        for index, line in enumerate(text[: len(lines)]):
            definition = _DEFINITION.match(line)
            if definition and definition[1] in self._helpers:
                start = index - 1  # the decorator stands above it
                helper = self._helpers[definition[1]][: len(lines) - start]
                lines[start : start + len(helper)] = helper
            elif lines[index] is None and self.sums:
                lines[index] = self._sum_of(line, accumulates)

    def _sum_of(self, line: str, accumulates: dict[str, list[Origins | None]]) -> Origins | None:
        if match := _ACCUMULATOR.search(line):
            number = int(match[1])
            return self.sums[number][1] if number < len(self.sums) else None
        if match := _OVER_ROWS.match(line):
            found = accumulates.get(match[1], [])
            return found[0] if len(found) == 1 else None
        return None


def notes_of(kernel: Foreign) -> Notes:
    """The notes on a kernel: they live as long as it does."""
    notes: Notes = kernel.__dict__.setdefault("chipward_notes", Notes())
    return notes
