"""The files that libtpu writes as it compiles each program of a TPU: what their names say.

1796081095193205273-fusion.27-00-original.txt
1796081095193205273-fusion.27-01-final_hlo-static-per-bundle-utilization.txt
1796081095193205273-fusion.27-03-final_bundles.txt
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_NAME = re.compile(r"(?P<time>[0-9]{1,20})-(?P<program>.{1,255})-(?P<number>[0-9]{2,3})-(?P<stage>[\w-]{1,200})\.txt")
TOP_LEVEL = "TLP"  # the program that calls all others
ORIGINAL, BUNDLES = "original", "final_bundles"
UTILIZATION = "final_hlo-static-per-bundle-utilization"


@dataclass(frozen=True)
class Program:
    """One program: an instruction of HLO, the top-level program, or what is run before and after it."""

    name: str  # fusion.27, TLP, <late-initialization>
    stages: Mapping[str, str]  # the file of each stage, in the order of the compiler

    @property
    def is_entry(self) -> bool:
        """Whether it is made for no instruction of its own."""
        return self.name == TOP_LEVEL or self.name.startswith("<")


def programs(files: Iterable[str]) -> tuple[Program, ...]:
    """The programs that these files are of, in the order in which they were compiled.

    Where libtpu compiled one twice, what it wrote last counts, as it does for the compiler.
    """
    order: dict[str, tuple[int, str]] = {}
    stages: dict[str, dict[str, tuple[tuple[int, int], str]]] = {}
    for file in sorted(files):
        found = _NAME.fullmatch(file)
        if found is None:
            continue
        program, at = found["program"], (int(found["time"]), int(found["number"]))
        order.setdefault(program, (at[0], program))
        kept = stages.setdefault(program, {})
        if found["stage"] not in kept or kept[found["stage"]][0] < at:
            kept[found["stage"]] = at, file
    return tuple(
        Program(name, {stage: file for stage, (_, file) in sorted(stages[name].items(), key=lambda one: one[1][0])})
        for name in sorted(stages, key=order.__getitem__)
    )
