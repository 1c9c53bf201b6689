"""After-work: writes the operators that were called into the journal, and what they belong to."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.place import Place
from chipward.capture.source_text import columns
from chipward.capture.tracers.torch.eager.api_calls import list_api_calls
from chipward.capture.tracers.torch.eager.listing import Listing, home_of, library_lines, list_calls
from chipward.capture.tracers.torch.eager.run import HERE, Run
from chipward.capture.tracers.torch.eager.seen import Call, Seen, read_seen
from chipward.capture.tracers.torch.eager.worth_knowing import remarks
from chipward.capture.tracers.torch.unseen import of_eager

UNIT, SELECTION = HERE.unit, HERE.selection
STAGE = "aten"
FORWARD, BACKWARD = "ops", "backward-ops"
_MOST_LINES = 40  # of an expression
_HOW = "Seen by a mode on PyTorch's dispatch stack, one line for each call site and form of the arguments"
_SITES = "The position that Python keeps for each instruction, read from the frame that called the operator"
_NODES = "The sequence numbers of autograd nodes: the line that made a node, and the operators that ran for it"


def write_ops(facts: Mapping[str, Any], journal: Journal) -> None:
    """List the operators, and map the lines of Python to them."""
    seen = read_seen(journal.folder / Path(facts["recording"]).name)
    if not seen.calls:
        return
    listings, artifacts = write_listings(seen, journal, HERE)
    _say_what_is_worth_knowing(journal, seen, listings, artifacts)
    _say_pauses(journal, seen)
    for unseen in of_eager():
        journal.missing(unseen.what, unseen.why, stage=unseen.stage, selection=SELECTION, always=True)


def write_listings(seen: Seen, journal: Journal, run: Run) -> tuple[Mapping[str, Listing], Mapping[str, str]]:
    """List the operators of a run, and map lines of Python to them; return listings and artifacts, by their names."""
    begin_unit(journal, run)
    listings = list_both(seen)
    artifacts = {
        name: journal.artifact(
            run.unit,
            name,
            stage=STAGE,
            kind="eager-ops",
            title=_TITLES[name],
            content=listing.text,
            how=_HOW,
            origin=run.origin,
        )
        for name, listing in listings.items()
    }
    by_number = {call.number: call for call in seen.calls}
    for name, listing in listings.items():
        method = _SITES if name == FORWARD else _NODES
        for file, edges in _from_sources(listing, by_number).items():
            source = journal.source(file)
            if source is not None:
                journal.map(source, artifacts[name], edges, method=method, losses=[listing.headings])
    if len(listings) > 1:
        losses = [listings[BACKWARD].headings]
        if forward_to_backward := list(_to_backward(by_number, listings[FORWARD], listings[BACKWARD])):
            journal.map(artifacts[FORWARD], artifacts[BACKWARD], forward_to_backward, method=_NODES, losses=losses)
    _write_api_calls(journal, seen, listings, artifacts, run)
    return listings, artifacts


def begin_unit(journal: Journal, run: Run = HERE) -> None:
    """Begin the unit of all that eager code called; to begin it twice is to begin it once."""
    journal.unit(run.unit, name=run.name, kind="eager", selection=run.selection)


_TITLES = {FORWARD: "Operators called", BACKWARD: "Operators called by the backward pass"}


def list_both(seen: Seen) -> Mapping[str, Listing]:
    """The calls that lines of the program made, and those that the backward pass made."""
    parts = {
        FORWARD: [call for call in seen.calls if not call.is_of_engine],
        BACKWARD: [call for call in seen.calls if call.is_of_engine],
    }
    return {name: list_calls(calls, seen) for name, calls in parts.items() if calls}


def _from_sources(listing: Listing, by_number: dict[int, Call]) -> Mapping[str, list[tuple[Any, ...]]]:
    homes: dict[str, list[tuple[Any, ...]]] = {}
    for number, line in listing.lines.items():
        call = by_number[number]
        place = home_of(call, by_number)
        kind = "exact" if place else "unit"  # which line made a sum of gradients necessary, nobody says
        place = place or call.site.home
        for spot in (place, *library_lines(call, by_number)):
            homes.setdefault(spot.file, []).extend(_edges(spot, line, kind))
    return homes


def _edges(place: Place, line: int, kind: str) -> Iterator[tuple[Any, ...]]:
    span = columns(place)
    yield (place.line, line, kind, span) if span else (place.line, line, kind)
    for further in range(place.line + 1, min(place.last, place.line + _MOST_LINES) + 1):
        yield further, line, kind


def _to_backward(by_number: dict[int, Call], forward: Listing, backward: Listing) -> Iterator[tuple[int, int, str]]:
    for number, line in backward.lines.items():
        maker = by_number[number].forward
        if maker in forward.lines:
            yield forward.lines[maker], line, "exact"


def _write_api_calls(
    journal: Journal, seen: Seen, listings: Mapping[str, Listing], artifacts: Mapping[str, str], run: Run
) -> None:
    listed = list_api_calls(seen)
    artifact = journal.artifact(
        run.unit,
        "calls",
        stage="pytorch",
        kind="eager-ops",
        title="Calls of PyTorch's Python interface",
        content=listed.text,
        how="The frames of Python between the program and each operator, read when the operator was called",
        origin=run.origin,
    )
    homes: dict[str, list[tuple[Any, ...]]] = {}
    for line, home in listed.homes.items():
        homes.setdefault(home.file, []).extend(_edges(home, line, "exact"))
    for file, edges in homes.items():
        source = journal.source(file)
        if source is not None:
            journal.map(source, artifact, edges, method=_SITES, losses=[listed.headings])
    for name, listing in listings.items():
        kind = "exact" if name == FORWARD else "unit"  # which one of them the backward pass ran for, the nodes tell
        ways = [(listed.calls[number], line, kind) for number, line in listing.lines.items()]
        journal.map(artifact, artifacts[name], ways, method=_SITES, losses=[listing.headings])


def _say_what_is_worth_knowing(
    journal: Journal, seen: Seen, listings: Mapping[str, Listing], artifacts: Mapping[str, str]
) -> None:
    said = set()
    for call in seen.calls:
        for remark in remarks(call):
            source = journal.source(call.site.home.file)
            if call.is_of_engine or source is None or (source, call.site.home.line, remark.text) in said:
                continue
            said.add((source, call.site.home.line, remark.text))
            journal.finding(
                remark.kind,
                remark.text,
                unit=UNIT,
                place=(source, call.site.home.line, columns(call.site.home)),
                evidence=(artifacts[FORWARD], listings[FORWARD].lines[call.number]),
                advice=remark.advice,
            )


def _say_pauses(journal: Journal, seen: Seen) -> None:
    if seen.pauses:
        seconds = sum(length for length, _ in seen.pauses)
        journal.missing(
            "Operators that a line called for the first time while nobody watched",
            f"Nothing new had happened for a while, so the watching paused {len(seen.pauses):,} times, "
            f"{seconds:.1f} seconds in all, to leave the program its speed. "
            "`chipward trace --watch every-call` never pauses. Counts with a + are those up to the first pause.",
            stage=STAGE,
            unit=UNIT,
        )
    if not seen.is_whole:
        journal.missing(
            "How often each operator was called",
            "The program ended in a way that left no time to write it down.",
            stage=STAGE,
            unit=UNIT,
        )
