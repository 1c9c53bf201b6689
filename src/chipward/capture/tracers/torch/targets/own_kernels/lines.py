"""From the program's file to the text that Inductor makes of its kernels: Inductor copies their lines as they are."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Literal

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.targets.own_kernels.described import Described, Source

METHOD = "Inductor copies the lines of the program's kernel and of what it calls"
NOT_CARRIED = "It belongs to the program alone, and cannot be carried to the process that compiles for the target."

_DEFINITION = re.compile(r"def\s+\w+\s*\(")
_NOT_COPIED = "what Inductor wrote around the kernel"


def tell_of_own_kernels(journal: Journal, described: Described, kernels: Iterable[tuple[str, str]], unit: str) -> None:
    """Map the program's files to kernels, each told by its text and its artifact, and say what could not come along."""
    for source in described.functions:
        if source.left_out:
            journal.missing(f"What {', '.join(source.left_out)} in {source.name} stands for", NOT_CARRIED, unit=unit)
    for text, artifact in kernels:
        edges: dict[str, list[tuple[int, int, str]]] = {}
        for source in described.functions:
            if copies := [(start, end, "exact") for start, end in copied_lines(source, text)]:
                edges.setdefault(source.file, []).extend(copies)
        for file, found in edges.items():
            program = journal.source(file)
            if program is not None:
                rest = text.count("\n") - len({end for _, end, _ in found})
                losses: list[tuple[Literal["from", "to"], int, str]] = [("to", rest, _NOT_COPIED)] if rest > 0 else []
                journal.map(program, artifact, found, method=METHOD, losses=losses)


def copied_lines(source: Source, text: str) -> Iterator[tuple[int, int]]:
    """The lines of a function in its own file, and where they stand in a text, if it stands there as a whole."""
    own = [line.rstrip() for line in textwrap.dedent(source.text).splitlines()]
    begins = next((place for place, line in enumerate(own) if _DEFINITION.match(line)), None)
    if begins is None:
        return
    definition = own[begins:]
    while definition and not definition[-1]:
        definition.pop()
    lines = [line.rstrip() for line in text.split("\n")]
    for place, line in enumerate(lines):
        # Inductor may give the function another name.
        if _unnamed(line) == _unnamed(definition[0]) and lines[place + 1 : place + len(definition)] == definition[1:]:
            for offset, copied in enumerate(definition):
                if copied:
                    yield source.line + begins + offset, place + 1 + offset
            return


def _unnamed(line: str) -> str:
    return _DEFINITION.sub("def (", line, count=1) if _DEFINITION.match(line) else f"no definition: {line}"
