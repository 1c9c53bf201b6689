"""``chipward more``: what a trace leaves out of a kernel because it takes long, made when somebody asks for it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.xla.offers import KINDS, Offer, offers
from chipward.bundle.read import open_bundle
from chipward.capture.more import check, make
from chipward.cli.after_run import tell
from chipward.cli.choose import no_such
from chipward.cli.leaving_out import Quiet
from chipward.cli.say import say
from chipward.errors import Misuse
from chipward.model.trace import Trace
from chipward.site.words import in_a_row


def more(
    trace: Annotated[
        Path, typer.Argument(metavar="BUNDLE", help="The bundle, which is replaced once the new one is whole.")
    ],
    unit: Annotated[
        str | None, typer.Argument(metavar="UNIT", help="A kernel: the id of its unit, or its name.")
    ] = None,
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="What to make of it.")] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Make it without asking.")] = False,
    quiet: Quiet = False,
) -> None:
    """Make more of a kernel that a trace holds, and add it to the bundle: passes of its compiler, stages of its LLO.

    Without UNIT and KIND it lists what can be had, with the time and the room that it takes.
    """
    with open_bundle(trace) as bundle:
        found = offers(bundle.trace)
        mine = found if unit is None else _of_unit(bundle.trace, found, unit)
        if unit is None or kind is None:
            _tell(trace, bundle.trace, mine)
            return
        offer = _one(mine, kind, unit)
        check(bundle, offer)
        say(f"{kind_of(offer.kind).title} of {offer.instruction} for {offer.target}: {offer.estimate}")
        if not yes and not _agreed():
            say(f"{trace} is as it was")
            return
        made = make(bundle, offer, _Waiting(quiet=quiet))
    say(f"{trace} holds it now, {made.bytes:,} bytes: chipward show {trace} --unit {made.unit} --stage {made.kind}")


class _Waiting:
    """One line while it is made."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def begin(self, what: str, count: int) -> None:
        """Say what Ctrl-C does."""
        del what, count
        if not self._quiet:
            tell("the program is compiled once more; Ctrl-C stops it and leaves the bundle as it is")

    def grown(self, count: int) -> None:
        """Nothing comes to it."""

    def ended(self, count: int) -> None:
        """It is told by what follows."""


def _of_unit(trace: Trace, found: Sequence[Offer], name: str) -> Sequence[Offer]:
    """What can be made of a kernel, or of all kernels of a program."""
    units = {one.id: one for one in trace.units}
    named = {one.id for one in trace.units if name in {one.id, one.name}}
    if not named:
        raise no_such(what="unit", given=name, things=list(units), shown=list(dict.fromkeys(one.unit for one in found)))
    mine = [one for one in found if {one.unit, one.program, units[one.program].parent} & named]
    if not mine:
        there = [one.id for one in trace.artifacts if one.unit in named and one.kind in KINDS]
        why = f"the bundle holds {in_a_row(there)} already" if there else "it holds no kernel with what that takes"
        message = f"nothing more can be made of {name}: {why}"
        raise Misuse(message)
    return mine


def _one(found: Sequence[Offer], kind: str, name: str) -> Offer:
    if kind not in {one.kind for one in found}:
        raise no_such(what="text to be made of it", given=kind, things=sorted({str(one.kind) for one in found}))
    mine = [one for one in found if one.kind == kind]
    if len(mine) > 1:
        message = f"{name} may be any of {', '.join(one.unit for one in mine)}; name one of these"
        raise Misuse(message)
    return mine[0]


def _tell(path: Path, trace: Trace, found: Sequence[Offer]) -> None:
    if not found:
        say(f"Nothing more can be made of {path}: it holds no kernel of JAX's on a target, with what that takes.")
        return
    names = {one.id: one.name for one in trace.units}
    for offer in found:
        say(f"{offer.unit} {offer.kind}")
        say(f"  {kind_of(offer.kind).title} of {names[offer.unit]}: {offer.estimate}")
    say(f"To make one: chipward more {path} UNIT KIND")


def _agreed() -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = "nobody can be asked here whether it may take that long; add --yes"
        raise Misuse(message)
    return typer.confirm("Make it?")
