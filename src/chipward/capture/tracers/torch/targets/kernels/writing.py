"""Writes what became of one candidate: its texts and binaries, and the maps between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from chipward.artifacts.gpu_code.joins import Joined, from_source
from chipward.artifacts.gpu_code.places import count_lines
from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.targets.kernels.between import between
from chipward.capture.tracers.torch.targets.kernels.candidates import Compiled
from chipward.capture.tracers.torch.targets.kernels.kept import Kept
from chipward.capture.tracers.torch.targets.kernels.stages_again import Stages
from chipward.capture.tracers.torch.targets.kernels.texts import BINARIES, TEXTS
from chipward.capture.versions import version_of_package
from chipward.model.artifact import Origin
from chipward.model.trace import Loss

NAMED = "Files, lines and columns that the text itself names"


@dataclass(frozen=True)
class Unit:
    """Where the artifacts of a candidate are kept."""

    journal: Journal
    name: str  # of the unit
    kernel: str
    target: str  # the chip's name, for a reader
    file: str  # what the texts call the kernel's file, without its folder
    same: frozenset[str] | None = None  # stages that made what a GPU of this machine was given; None: it is not here

    def keep(  # noqa: PLR0913 -- an artifact has this many facts, and each is named at the call
        self,
        name: str,
        *,
        stage: str | None,
        kind: str,
        title: str,
        content: str | bytes,
        how: str,
        command: Sequence[str] = (),
        versions: Sequence[str] = (),
        made_from: str | None = None,
        cached: bool = False,
        shows: str | None = None,
    ) -> str:
        """Keep an artifact that was compiled here. It has not run, unless what it `shows`, a stage of Triton, has."""
        ran = self.same is not None and shows in self.same
        return self.journal.artifact(
            self.name,
            name,
            stage=stage,
            kind=kind,
            title=title,
            content=content,
            how=f"{how}, {self._standing(ran=ran)}",
            origin=Origin.EXECUTED if ran else Origin.COMPILED,
            command=command,
            versions=versions or (version_of_package("triton"),),
            made_from=made_from,
            cached=cached,
            text=isinstance(content, str),
        )

    def _standing(self, *, ran: bool) -> str:
        if self.same is None:
            return f"for {self.target}, compiled here and not run"
        if ran:
            return f"compiled once more after the run: byte for byte what {self.target} of this machine was given"
        return f"compiled once more after the run for {self.target} of this machine"


def keep_texts(unit: Unit, compiled: Compiled) -> dict[str, Kept]:
    """Keep every text that Triton made."""
    kept: dict[str, Kept] = {}
    for text in TEXTS:
        content = compiled.texts.get(text.name)
        if content is not None:
            artifact = unit.keep(
                text.name,
                stage=text.stage,
                kind=text.kind,
                title=text.title,
                content=content,
                how=text.how,
                cached=compiled.cached,
                shows=text.name,
            )
            kept[text.name] = Kept(artifact, content, text.places(content))
    return kept


def keep_binary(unit: Unit, compiled: Compiled, name: str, command: Sequence[str] = (), *versions: str) -> str:
    """Keep the machine code that Triton made."""
    binary = next(one for one in BINARIES if one.name == name)
    return unit.keep(
        binary.name,
        stage=binary.stage,
        kind=binary.kind,
        title=binary.title,
        content=compiled.binaries[name],
        how=binary.how,
        command=command,
        versions=[version_of_package("triton"), *versions],
        cached=compiled.cached,
        shows=name,
    )


def map_texts(unit: Unit, triton: str, source: str, kept: Mapping[str, Kept], stages: Stages) -> None:
    """Map the kernel's text to every text below it, and each of these to the next."""
    own = _own_file(kept, unit.file)
    for text in kept.values():
        _map(unit, triton, text.artifact, from_source(own, count_lines(source), text.places), NAMED)
    for earlier, later in pairwise(kept):
        joined, method = between(stages, earlier, kept[earlier], later, kept[later])
        _map(unit, kept[earlier].artifact, kept[later].artifact, joined, method)


def _map(unit: Unit, start: str, end: str, joined: Joined, method: str) -> None:
    edges = ((edge.start, edge.end, edge.kind.value) for edge in joined.line_map)
    unit.journal.map(start, end, edges, method=method, losses=spelled(joined.losses))


def spelled(losses: Sequence[Loss]) -> list[tuple[Literal["from", "to"], int, str]]:
    """Losses as the journal takes them."""
    return [(loss.side, loss.lines, loss.why) for loss in losses]


def _own_file(kept: Mapping[str, Kept], file: str) -> str:
    """What the texts call the file of the kernel. A text out of a cache may name the file of an earlier run."""
    for text in kept.values():
        lines = text.text.split("\n")
        for line, chains in sorted(text.places.chains.items()):
            if "tt.func public" in lines[line - 1]:
                return chains[0][-1].file
    return file
