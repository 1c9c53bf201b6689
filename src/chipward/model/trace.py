"""A trace: one run of somebody's program, and everything it became.

`trace.json` in a bundle is this model; the bytes of artifacts and the edges of maps lie beside it.
"""

from collections.abc import Hashable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, NewType, Self

from pydantic import Field, FiniteFloat, NonNegativeInt, PositiveInt, StringConstraints

from chipward.model.artifact import Artifact, ArtifactId, KindId, Place, UnitId
from chipward.model.frozen import Frozen
from chipward.model.ids import ChoiceId, ExplainerId, OptionId, StageId
from chipward.model.lines import EdgeKind, LineMap
from chipward.model.missing import Missing, Sentence

SCHEMA_VERSION = 1

Seconds = Annotated[FiniteFloat, Field(ge=0)]

MapId = NewType("MapId", Annotated[str, StringConstraints(pattern=r"^[0-9]+$")])


class ProgramKind(StrEnum):
    """How the program was started."""

    SCRIPT = "script"  # chipward trace train.py
    MODULE = "module"  # chipward trace -m package.module
    BLOCK = "block"  # with chipward.trace(...):
    CELL = "cell"  # %%chipward


class ProgramFile(Frozen):
    """A source file of the program that something was traced back to."""

    path: str  # as Python names it
    artifact: ArtifactId


class Program(Frozen):
    """What was run."""

    kind: ProgramKind
    entry: str  # the script, the module's name, or where the block stands
    arguments: tuple[str, ...] = ()
    directory: str
    files: tuple[ProgramFile, ...] = ()


class Environment(Frozen):
    """Where it ran."""

    system: str  # Linux 6.1
    machine: str  # x86_64
    processor: str | None = None  # AMD EPYC 7B13
    instruction_sets: tuple[str, ...] = ()  # avx2, fma
    python: str
    packages: Mapping[str, str] = {}  # torch: 2.13.0+cpu
    variables: Mapping[str, str] = {}  # those that steer a framework: OMP_NUM_THREADS
    settings: Mapping[str, str] = {}  # what the tracer itself set or asked: {"threads": "2"}


class Ending(StrEnum):
    """How the program ended."""

    FINISHED = "finished"  # exit code 0
    EXITED = "exited"  # another exit code
    KILLED = "killed"  # by a signal
    UNKNOWN = "unknown"  # the recording stops without a word: chipward itself was killed


class Outcome(Frozen):
    """How the run ended, and what of the recording was kept."""

    ending: Ending
    exit_code: int | None = None
    signal: str | None = None  # SIGKILL
    note: str | None = None  # what of the recording was lost, in a sentence
    processes: PositiveInt = 1
    started: datetime | None = None
    seconds: Seconds | None = None


class Selection(Frozen):
    """A path of an explainer that the run went along."""

    explainer: ExplainerId
    choices: Mapping[ChoiceId, OptionId]
    target: str = "cpu"


class Unit(Frozen):
    """What was compiled or dispatched together. Units nest."""

    id: UnitId
    name: Sentence  # one that people recognise: MLP.forward, cpp_fused_relu_0
    kind: KindId  # frame, graph, kernel, eager
    parent: UnitId | None = None
    selection: NonNegativeInt = 0  # place in the trace's selections
    place: Place | None = None  # where in the program it begins
    count: PositiveInt = 1  # how often it was seen
    seconds: Seconds | None = None
    process: NonNegativeInt = 0  # 0 is the program itself, then its children, as each first had something to tell
    note: str | None = None


class Loss(Frozen):
    """Lines without an edge, and why where that is known."""

    side: Literal["from", "to"]
    lines: PositiveInt
    why: Sentence


class MapEntry(Frozen):
    """A line map of the bundle: its ends, how it was made, and how much of both sides it covers."""

    id: MapId
    start: Annotated[ArtifactId, Field(alias="from")]
    end: Annotated[ArtifactId, Field(alias="to")]
    method: Sentence  # "DWARF of the shared object", "Inductor's provenance tracking"
    file: Annotated[str, StringConstraints(pattern=r"^maps/[0-9]+\.json$")]
    start_lines: NonNegativeInt
    start_mapped: NonNegativeInt
    end_lines: NonNegativeInt
    end_mapped: NonNegativeInt
    kinds: Mapping[EdgeKind, PositiveInt]
    losses: tuple[Loss, ...] = ()

    @classmethod
    def of(  # noqa: PLR0913 -- a map has two ends and says how it was made
        cls,
        id: MapId,  # noqa: A002 -- its name in the model
        start: Artifact,
        end: Artifact,
        line_map: LineMap,
        *,
        method: str,
        losses: tuple[Loss, ...] = (),
    ) -> Self:
        """Describe a map between two artifacts: every count follows from its edges."""
        return cls(
            id=id,
            start=start.id,
            end=end.id,
            method=method,
            file=f"maps/{id}.json",
            start_lines=start.lines or 0,
            start_mapped=len(line_map.starts),
            end_lines=end.lines or 0,
            end_mapped=len(line_map.ends),
            kinds=line_map.kinds,
            losses=losses,
        )


class Finding(Frozen):
    """Something a person should know, in plain words."""

    kind: KindId  # graph-break, recompile, cache-hit, scalar-loop, extern-call
    text: Sentence
    unit: UnitId | None = None
    place: Place | None = None
    evidence: Place | None = None  # where it can be read in an artifact
    advice: str | None = None

    @property
    def says(self) -> Hashable:
        """All but the unit: what is said of several units alike is told once, and counts as one."""
        return self.kind, self.text, self.advice, self.place, self.evidence


class NotSeen(Missing):
    """Something that a reader may expect at a stage and will not get, and why."""

    stage: StageId | None = None
    unit: UnitId | None = None
    selection: NonNegativeInt = 0
    always: bool = False  # no run could give it; else this one did not


class Trace(Frozen):
    """One run."""

    json_schema: Annotated[str | None, Field(alias="$schema")] = None
    version: Annotated[PositiveInt, Field(alias="schema")] = SCHEMA_VERSION
    chipward: str  # the version that wrote it
    program: Program
    environment: Environment
    outcome: Outcome
    selections: tuple[Selection, ...] = ()
    units: tuple[Unit, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    maps: tuple[MapEntry, ...] = ()
    findings: tuple[Finding, ...] = ()
    missing: tuple[NotSeen, ...] = ()
