"""Asks the tracers about chips that a user names. Loads them only then."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import cast

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.tracers import SERVICES, TRACERS
from chipward.capture.tracers.service import Service

NONE_IMPORTED = f"None of its processes imported a framework that chipward watches ({', '.join(TRACERS)})."
WHOLE_PROGRAM = "What the program becomes on"  # followed by a target, where no framework has a word to say of it


def lacks(targets: Sequence[str]) -> Iterator[str]:
    """Say what will be missing of these targets, and what is to be installed, before the program runs."""
    if targets:
        for service in _all():
            yield from service.lacks(targets)


def has_stand_in(target: str) -> bool:
    """Whether a dry run can be had for a target."""
    return any(service.stands_in_for(target) for service in _all())


def leave_dry_runs(journal: Journal, targets: Sequence[str], command: Sequence[str], seconds: float) -> None:
    """Leave the dry runs that can be had for after the program, which took that many seconds."""
    for target in targets:
        for service in _all():
            if service.stands_in_for(target):
                service.leave_dry_run(journal, target, command, seconds)


def tell_unserved(journal: Journal, targets: Sequence[str], *, dry_run: bool = False) -> None:
    """Say what a target that was asked for gets nothing of. A framework that the program lacks says nothing of it.

    Of a program that has none of them it is said here.
    """
    if targets and journal.trouble is None:
        imported = set(_imported(journal))
        for framework in SERVICES:
            if framework in imported:
                _service(framework).tell_unserved(journal, targets, dry_run=dry_run)
        if not imported:
            for target in targets:
                journal.missing(f"{WHOLE_PROGRAM} {target}", NONE_IMPORTED)


def _imported(journal: Journal) -> Iterator[str]:
    """The frameworks that some process of the program has imported."""
    for each in read_journals(journal.folder):
        for said in each.of("environment"):
            facts = said.get("facts")
            packages = facts.get("packages") if isinstance(facts, dict) else None
            if isinstance(packages, dict):
                yield from SERVICES.keys() & packages.keys()


def _all() -> Iterator[Service]:
    return map(_service, SERVICES)


def _service(framework: str) -> Service:
    return cast("Service", import_module(SERVICES[framework]).SERVICE)
