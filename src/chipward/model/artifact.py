"""Artifacts: what a stage really made, as bytes with their origin and the way to make them again."""

from enum import StrEnum
from typing import Annotated, NewType

from pydantic import NonNegativeInt, PositiveInt, StringConstraints

from chipward.model.frozen import Frozen
from chipward.model.ids import StageId
from chipward.model.missing import Sentence

_NAME = r"[A-Za-z0-9_][A-Za-z0-9_.-]*"

UnitId = NewType("UnitId", Annotated[str, StringConstraints(pattern=rf"^{_NAME}$", max_length=200)])
ArtifactId = NewType(
    "ArtifactId", Annotated[str, StringConstraints(pattern=rf"^{_NAME}/{_NAME}$", max_length=401)]
)  # unit/name: kernel-0/asm
KindId = NewType("KindId", Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$", max_length=64)])
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Origin(StrEnum):
    """How an artifact came to be."""

    EXECUTED = "executed"  # it ran here
    COMPILED = "compiled"  # made by the real compiler here, for a chip that is not here or by a step that did not run
    DRY_RUN = "dry-run"  # the real framework ran against a driver that records instead of a chip
    SHIPPED = "shipped"  # code that a library brought along


class Recipe(Frozen):
    """What made an artifact, or makes it again."""

    how: Sentence  # "Handed over by torch._dynamo's structured trace", "Disassembled from the shared object"
    command: tuple[str, ...] = ()  # argv that makes it again; empty if a hook handed it over
    versions: tuple[str, ...] = ()  # "torch 2.13.0", "g++ (Debian 12.2.0-14) 12.2.0"


class Artifact(Frozen):
    """Bytes at one stage of one unit. Equal bytes are stored once, under their hash."""

    id: ArtifactId
    unit: UnitId
    stage: StageId | None = None  # of the unit's explainer; None: the documents do not name what this is
    kind: KindId
    title: Sentence
    origin: Origin
    recipe: Recipe
    made_from: ArtifactId | None = None  # of a view of another artifact: a listing of a shared object
    cached: bool = False  # a cache answered in the place of the stage
    sha256: Sha256
    file: Annotated[str, StringConstraints(pattern=r"^artifacts/[0-9a-f]{64}(?:\.[a-z0-9]+)?$")]  # inside the bundle
    bytes: NonNegativeInt
    lines: NonNegativeInt | None = None  # each ends at \n, and nowhere else; None: not a text


class Place(Frozen):
    """A line of an artifact, 1-based; columns count characters from 0, the end excluded."""

    artifact: ArtifactId
    line: PositiveInt
    columns: tuple[NonNegativeInt, NonNegativeInt] | None = None
