"""After-work: writes what was dispatched into the journal, and what it belongs to on both sides."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.place import Place
from chipward.capture.source_text import columns
from chipward.capture.tracers.jax.dispatch.listing import Listing, list_dispatches
from chipward.capture.tracers.jax.dispatch.seen import Compilation, Seen, Site, read_seen
from chipward.capture.tracers.jax.handover import FOLDER, Handover
from chipward.capture.tracers.jax.selections import NO_JIT, selection_for
from chipward.capture.tracers.jax.units import DISPATCHES, begin_dispatches

ARTIFACT, STAGE = "dispatches", "jax-api"
_MOST_LINES = 40  # of an expression
_HOW = "Seen where JAX checks arguments and where its caches have answered, one line for each call site and form"
_SITES = "The position that Python keeps for each instruction, read from the frames that dispatched"
_COMPILED = "What was compiled while it was dispatched, or for the same function and form before"
_ITS_OWN = "headings, brackets, and lines of functions that are called"

Edge = tuple[int, int, str, tuple[int, int] | None]


def write_dispatches(facts: Mapping[str, Any], journal: Journal) -> None:
    """List what was dispatched, and map lines of Python to it, and it to the jaxprs."""
    seen = read_seen(journal.folder / Path(facts["recording"]).name)
    if not seen.dispatches:
        return
    begin_dispatches(journal)
    listing = list_dispatches(seen)
    artifact = journal.artifact(
        DISPATCHES,
        ARTIFACT,
        stage=STAGE,
        kind="dispatches",
        title="Dispatched one by one",
        content=listing.text,
        how=_HOW,
    )
    for file, edges in _from_sources(seen, listing).items():
        source = journal.source(file)
        if source is not None:
            journal.map(source, artifact, edges, method=_SITES, losses=[listing.headings])
    _map_to_jaxprs(journal, seen, listing, artifact, facts["process"])
    _say_pauses(journal, seen)


def _from_sources(seen: Seen, listing: Listing) -> Mapping[str, list[Edge]]:
    edges: dict[str, list[Edge]] = {}
    for dispatch in seen.dispatches:
        for place, kind in _credited(dispatch.site):
            edges.setdefault(place.file, []).extend(_edges(place, listing.lines[dispatch.number], kind))
    return edges


def _credited(site: Site) -> Iterator[tuple[Place, str]]:
    # The line it comes from; the lines of libraries on the way there; the line that started the backward pass.
    if site.home is not None:
        yield site.home, "exact"
    for place in site.way[:-1]:
        yield place, "exact"
    if site.forward is not None and site.called is not None:
        yield site.called, "inlined"


def _edges(place: Place, line: int, kind: str) -> Iterator[Edge]:
    yield place.line, line, kind, columns(place)
    for further in range(place.line + 1, min(place.last, place.line + _MOST_LINES) + 1):
        yield further, line, kind, None


def _map_to_jaxprs(journal: Journal, seen: Seen, listing: Listing, artifact: str, process: int) -> None:
    starts: dict[Compilation, list[int]] = {}
    for dispatch in seen.dispatches:
        compilation = seen.compilation_of(dispatch)
        if compilation is not None and compilation.jaxpr is not None:
            starts.setdefault(compilation, []).append(listing.lines[dispatch.number])
    for compilation, lines in starts.items():
        handover = Handover(journal.folder / FOLDER / f"{process}-{compilation.unit}")
        ends = sorted({equation.line for equation in handover.equations() if equation.line is not None})
        text = handover.jaxpr_text() or ""
        if not ends or compilation.jaxpr is None:
            continue
        edges: list[Edge] = [(start, end, "exact", None) for start in lines for end in ends]
        rest = text.count("\n") - len(ends)
        losses = [("to", rest, _ITS_OWN)] if rest > 0 else []
        journal.map(artifact, compilation.jaxpr, edges, method=_COMPILED, losses=losses)  # type: ignore[arg-type]


def _say_pauses(journal: Journal, seen: Seen) -> None:
    where = {"stage": STAGE, "unit": DISPATCHES, "selection": selection_for(NO_JIT)}
    if seen.pauses:
        seconds = sum(length for length, _ in seen.pauses)
        journal.missing(
            "What a line dispatched for the first time while nobody watched",
            f"Nothing new had happened for a while, so the watching paused {len(seen.pauses):,} "
            f"{'time' if len(seen.pauses) == 1 else 'times'}, {seconds:.1f} seconds in all, to leave the program its "
            "speed. What is compiled ends a pause. `chipward trace --watch every-call` never pauses. Counts with a + "
            "are those up to the first pause.",
            **where,  # type: ignore[arg-type]
        )
    if not seen.is_whole:
        journal.missing(
            "How often each line dispatched",
            "The program ended in a way that left no time to write it down.",
            **where,  # type: ignore[arg-type]
        )
