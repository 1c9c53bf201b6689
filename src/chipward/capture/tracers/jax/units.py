"""The units of what JAX compiles in the program."""

from chipward.bundle.journal import Journal
from chipward.bundle.naming import clean
from chipward.capture.options import slug
from chipward.capture.tracers.jax.functions import Function
from chipward.capture.tracers.jax.selections import JIT, NO_JIT, selection_for

DISPATCHES = "dispatches"
JITTED, OPERATION = "jitted", "op"
_LONGEST = 80  # characters of a function's name in an id


def process_of(journal: Journal) -> int:
    """The number of this process, which a forked child has only once it has told something."""
    if journal.process is None:
        journal.environment()
    return journal.process or 0


def begin_dispatches(journal: Journal) -> str:
    """The unit of all that is dispatched without jit."""
    return journal.unit(DISPATCHES, name="Without jit", kind="eager", selection=selection_for(NO_JIT))


def begin(journal: Journal, number: int, function: Function, target: str) -> str:
    """The unit of one compilation, the how-manieth of its process, on the platform that the program runs on."""
    source = journal.source(function.place[0]) if function.place else None
    place = (source, function.place[1]) if function.place and source is not None else None
    kind, mode = kind_of(function)
    parent = begin_dispatches(journal) if function.is_operation else None
    id_ = f"{'op' if function.is_operation else 'jit'}-{number}-{clean(function.name)[:_LONGEST]}"
    return journal.unit(
        id_, name=function.name, kind=kind, parent=parent, selection=selection_for(mode, target), place=place
    )


def kind_of(function: Function) -> tuple[str, str]:
    """The kind of unit, and the mode of its path."""
    return (OPERATION, NO_JIT) if function.is_operation else (JITTED, JIT)


def begin_for_target(journal: Journal, unit: str, name: str, kind: str, target: str) -> str:
    """The unit of the same compilation for a target."""
    mode = NO_JIT if kind == OPERATION else JIT
    return journal.unit(
        f"{slug(target)}-{unit}", name=name, kind=kind, parent=unit, selection=selection_for(mode, target)
    )
