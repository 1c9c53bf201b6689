"""Makes one more text of a kernel that a bundle holds, in a process of its own, and adds it to the bundle."""

import os
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import cast

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.xla.metadata import same_program
from chipward.artifacts.xla.offers import HLO, OPTIONS, STABLEHLO, Offer
from chipward.bundle.adding import NewMap, add_artifact
from chipward.bundle.content import Tally, encode
from chipward.bundle.journal import Journal
from chipward.bundle.read import Bundle
from chipward.bundle.spool import read_journals
from chipward.capture.after_work import Telling, do_tasks
from chipward.capture.crew import STOPPED
from chipward.capture.more_maps import maps_of
from chipward.capture.tracers import MORE
from chipward.capture.tracers import more as port
from chipward.errors import Misuse
from chipward.model.artifact import Artifact, ArtifactId, Origin, Recipe
from chipward.model.trace import Trace

_HOW = "Made again by `chipward more`, out of the program and the options that the trace holds, for {}, and not run"
_OTHER = "the compiler made another program of it this time, so what it tells does not belong to this trace. {}"


def check(bundle: Bundle, offer: Offer) -> None:
    """Refuse, before anything is begun, what cannot be made here or could not be kept."""
    if not bundle.path.is_file():
        message = f"{bundle.path} is what a run has left; make a bundle of it first: chipward finish {bundle.path}"
        raise Misuse(message)
    if not os.access(Path(os.path.realpath(bundle.path)).parent, os.W_OK):
        message = f"{bundle.path} lies in a folder that cannot be written; copy it to another place"
        raise Misuse(message)
    if why := _maker(bundle.trace, offer).refuses(bundle.trace, offer.target):
        message = f"{bundle.path}: {why}"
        raise Misuse(message)


def make(bundle: Bundle, offer: Offer, telling: Telling) -> Artifact:
    """Make it, add it to the bundle, and return what was added. Ctrl-C, or whatever goes wrong, leaves the bundle."""
    text = _made(bundle, offer, telling)
    content = encode(text)
    kind, beside = kind_of(offer.kind), bundle.artifact(offer.beside)
    tally = Tally()
    tally.add(content)
    made = Artifact(
        id=ArtifactId(f"{offer.unit}/{offer.kind}"),
        unit=offer.unit,
        stage=beside.stage,
        kind=offer.kind,
        title=kind.title,
        origin=Origin.COMPILED,
        recipe=Recipe(how=_HOW.format(offer.target), versions=tuple(_maker(bundle.trace, offer).versions)),
        sha256=tally.digest,
        file=f"artifacts/{tally.digest}.{kind.suffix}",
        bytes=tally.bytes,
        lines=tally.lines,
    )
    maps: list[NewMap] = list(maps_of(bundle, beside, made, text))
    add_artifact(bundle, made, content, maps, bundle.path)
    return made


def _made(bundle: Bundle, offer: Offer, telling: Telling) -> str:
    with tempfile.TemporaryDirectory(prefix="chipward-") as name:
        journal = Journal(Path(name) / "more")
        folder = journal.folder
        (folder / port.PROGRAM).write_bytes(bundle.raw(f"{offer.program}/{STABLEHLO}"))
        (folder / port.OPTIONS).write_bytes(bundle.raw(f"{offer.program}/{OPTIONS}"))
        facts = {"target": offer.target, "kernel": offer.instruction, "kind": offer.kind, "what": offer.kind}
        _maker(bundle.trace, offer).leave(journal, facts)
        do_tasks(folder, telling, slow_ones=True)
        if missing := dict.fromkeys(_missing(folder)):
            why = " ".join("You stopped it." if each == STOPPED else each for each in missing)
            message = f"{bundle.path} is as it was: {why}"
            raise Misuse(message)
        hlo = bundle.text(f"{offer.program}/{HLO}")
        compared = same_program(hlo, (folder / port.AGAIN).read_text())
        if not compared.same:
            message = f"{bundle.path} is as it was: {_OTHER.format(compared.why)}"
            raise Misuse(message)
        return (folder / port.MADE).read_text()


def _missing(folder: Path) -> Iterator[str]:
    for written in read_journals(folder):
        yield from (str(record.get("why")) for record in written.of("missing"))


def _maker(trace: Trace, offer: Offer) -> port.More:
    unit = next(one for one in trace.units if one.id == offer.unit)
    return cast("port.More", import_module(MORE[trace.selections[unit.selection].explainer]).MORE)
