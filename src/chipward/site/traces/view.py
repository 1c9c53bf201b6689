r"""What the viewer is told of a trace: the shape of ``/traces/<slug>/index.json``.

The same value is drawn by the server (a page that is complete without script), fetched by the viewer of a live
server, and embedded in a static page or an exported file. It names everything and holds no text of an artifact
and no edge of a map: those are read when they are shown.

Addresses in it (``page``, ``raw``, ``file``, ``href``) are relative to the folder of the trace, ``/traces/<slug>/``.
In an exported file they are null: everything is embedded there.

The text of an artifact is the bytes at ``raw``, read as UTF-8 with U+FFFD for what is none. **A line ends at
``\n`` and nowhere else**, and a ``\n`` at the very end begins no further line; lines count from 1. Columns count
characters (code points) from 0, the end excluded.

A map is the JSON at ``file``, its ends as differences to the number before, an edge a letter of ``kind``
(e exact, i inlined, f fused, g inferred, u unit)::

    {"from": [..], "to": [..], "kind": "eeifgu..", "columns": [[a, b] or 0, ..]}    columns may be left out

Embedded, each of these is a ``<script type="application/octet-stream">`` with the base64 of its zlib stream
(``DecompressionStream("deflate")``): ``id="raw_<sha256>"`` for the bytes of artifacts, ``id="map_<id>"`` for maps.
This value itself is ``<script type="application/json" id="trace_index">``.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from chipward.model.artifact import ArtifactId, KindId, Origin, Place, Recipe, UnitId
from chipward.model.frozen import Frozen
from chipward.model.ids import StageId
from chipward.model.layer import Layer
from chipward.model.lines import EdgeKind
from chipward.model.trace import Environment, Finding, Loss, MapId, Outcome, Program


class Status(StrEnum):
    """How a stage is evidenced."""

    SEEN = "seen"  # it ran here
    NOT_RUN = "not-run"  # seen, but it did not run: compiled, dry-run or shipped
    CACHED = "cached"  # a cache answered in its place
    NOT_SEEN = "not-seen"


class StopView(Frozen):
    """A line of the rail: a stage of the explainer's path, or something observed that the documents do not name."""

    id: str  # of the stage; of the kind where no stage is named
    name: str  # TorchInductor
    documented: bool  # False: observed, and the documents do not name it
    status: Status
    count: str | None = None  # "11 ops", "3 kernels"; None where nothing was seen
    why: str | None = None  # of what was not seen, not run or answered by a cache: sentences
    href: str | None = None  # its panel on the explainer's page
    artifacts: tuple[ArtifactId, ...] = ()  # of all units, in the order of the trace


class BandView(Frozen):
    """A stratum of the rail. Strata in which nothing stands are left out."""

    layer: Layer
    heading: str  # Graph & IR
    stops: tuple[StopView, ...]


class RailView(Frozen):
    """The path of an explainer that the run went along, in its strata."""

    title: str  # torch.compile · CPU
    label: str  # the same with its target, where the title does not name it: torch.compile · NVIDIA GPU, cuda:h100
    standing: str | None  # Compiled here, not run. None where something of it ran
    note: str | None  # a sentence, where the explainer documents no such path
    framework: str  # PyTorch
    href: str | None = None  # the path's page; None where this chipward has no such path, and in exports
    target: str  # what the code is for: cpu, cuda:h100
    target_href: str | None = None  # what its driver answers; None of the CPU, and in exports
    bands: tuple[BandView, ...]


class ArtifactView(Frozen):
    """One text (or binary) that can stand in a pane."""

    id: ArtifactId
    unit: UnitId
    stage: StageId | None
    kind: KindId
    kind_title: str  # ATen graph
    title: str  # after fusion passes
    layer: Layer
    language: str  # for highlighting: python, cpp, asm, json, text
    noun: tuple[str, str]  # what a line of it is: op, ops
    origin: Origin
    cached: bool
    lines: int | None  # None: not a text, download only
    bytes: int
    sha256: str  # equal texts have equal hashes: they are loaded once
    recipe: Recipe
    shell: str | None  # the recipe's command, quoted for a shell
    made_from: ArtifactId | None
    page: str | None  # frame-0-0/aten/
    raw: str | None  # raw/frame-0-0/aten.py
    filename: str  # what a download is called: frame-0-0-aten.py
    taken_out: str | None  # a sentence, where the bundle was passed on without this text


class UnitView(Frozen):
    """A unit of the list. Rail by rail they come in the order in which a tree is read: a parent, then its children."""

    id: UnitId
    name: str
    kind: KindId
    noun: KindId  # what a reader calls it: an operator that ran a kernel is of kind kernel, too
    kernel: UnitId | None  # of a kernel: the unit that stands for it; units that tell of one kernel share it
    parent: UnitId | None
    depth: int  # among the units of its rail: 0 for those without a parent there
    rail: int  # place in `rails`
    place: Place | None  # where in the program it begins
    times: int  # how often it was seen, its twins included
    twins: tuple[UnitId, ...]  # later units with the same parent and equal artifacts, folded into this one
    folded_into: UnitId | None  # the unit that stands for this one in the list; shown is what has None here
    kernels: int  # how many kernels units below it tell of, on the same rail
    artifacts: tuple[ArtifactId, ...]  # its own, not those of its children
    takes: str | None  # 22 registers, 1,024 bytes of shared memory; None where the trace does not say
    seconds: float | None
    process: int
    note: str | None


class MapView(Frozen):
    """A line map, and how much of both sides it covers."""

    id: MapId
    start: Annotated[ArtifactId, Field(alias="from")]
    end: Annotated[ArtifactId, Field(alias="to")]
    method: str
    file: str | None  # maps/17.json
    start_lines: int
    start_mapped: int
    end_lines: int
    end_mapped: int
    kinds: Mapping[EdgeKind, int]
    losses: tuple[Loss, ...]


class FindingView(Finding):
    """Something a person should know."""

    heading: str  # Graph break


class MissingView(Frozen):
    """Something that was not seen, and why."""

    what: str
    why: str
    stage: StageId | None
    unit: UnitId | None
    rail: int


class MoreView(Frozen):
    """A text that can be made of a kernel when somebody asks for it."""

    unit: UnitId
    kind: KindId
    title: str  # Stages of LLO of fusion.27 for tpu:v5e:2x2
    takes: str  # about 5 s, about 0.8 MB on the disk meanwhile
    command: str  # chipward more run.chipward UNIT llo-stages


class BesideView(Frozen):
    """A text that can stand beside a line of the program."""

    name: str  # jaxpr, SASS for cuda:h100
    artifact: ArtifactId


class AbreastView(Frozen):
    """A line of the program, and what can be read side by side for it."""

    source: Place
    choices: tuple[tuple[BesideView, ...], ...]  # in the order in which they are offered: the code of all paths first
    page: str | None  # all of them for every line, as a page; None in an exported file


class TraceView(Frozen):
    """One trace as the viewer knows it."""

    slug: str
    title: str  # mlp.py
    subtitle: str  # torch.compile · CPU · torch 2.13.0 · AMD EPYC
    chipward: str  # the version that wrote the bundle
    program: Program
    environment: Environment
    outcome: Outcome
    ended: str | None  # a sentence where the run did not simply finish, or where something of it was lost
    rails: tuple[RailView, ...]
    units: tuple[UnitView, ...]
    artifacts: tuple[ArtifactView, ...]
    maps: tuple[MapView, ...]
    findings: tuple[FindingView, ...]
    missing: tuple[MissingView, ...]
    more: tuple[MoreView, ...] = ()
    start: tuple[ArtifactId, ...]  # the panes to begin with, from your code down
    at: Place | None  # the line of your code to light at first: all of these panes show something of it
    abreast: AbreastView | None  # None where the trace holds machine code of one path alone
