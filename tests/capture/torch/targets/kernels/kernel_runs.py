"""The kernel of a program beside it, compiled for a target in a process of its own, and what the trace tells of it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from chipward.artifacts.line_graph import LineGraph, Relation
from chipward.bundle.read import Bundle, open_bundle
from chipward.model.artifact import ArtifactId
from chipward.model.lines import EdgeKind

HERE = Path(__file__).parent
SECONDS = 600  # a busy machine


@dataclass(frozen=True)
class Kernel:
    """A kernel that was compiled here."""

    bundle: Bundle
    folder: Path

    @cached_property
    def graph(self) -> LineGraph:
        """Its lines, joined by all maps."""
        return LineGraph(self.bundle.trace, self.bundle.line_map)

    def text(self, unit: str, name: str) -> str:
        """A text of the kernel or of a candidate."""
        return self.bundle.text(ArtifactId(f"{unit}/{name}"))

    def became(self, snippet: str, unit: str, name: str) -> dict[EdgeKind, list[str]]:
        """The lines of a text that the only line of the kernel with this snippet became, by how that is known."""
        (line,) = [place for place, text in enumerate(self.text("kernel", "triton").split("\n"), 1) if snippet in text]
        family = self.graph.family(ArtifactId("kernel/triton"), line)
        reached = family.reached(Relation.BECAME).get(ArtifactId(f"{unit}/{name}"))
        found: dict[EdgeKind, list[str]] = {}
        lines = self.text(unit, name).split("\n")
        for place, kind in zip(reached.lines, reached.kinds, strict=True) if reached else ():
            found.setdefault(kind, []).append(re.sub(r"\s+", " ", lines[place - 1].strip()))
        return found


@contextmanager
def compiled(folder: Path, target: str, program: str, capability: int = 0) -> Iterator[Kernel]:
    """Compile a kernel; it has to end well."""
    command = [
        sys.executable,
        "compile_here.py",
        str(folder),
        target,
        str(HERE / "programs" / f"{program}.py"),
        str(capability),
    ]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    with open_bundle(folder) as bundle:
        yield Kernel(bundle, folder)
