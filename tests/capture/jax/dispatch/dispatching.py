"""Programs that dispatch without jit, and what was recorded of them."""

import os
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

from programs import Place

from chipward.bundle.read import Bundle
from chipward.capture.tracers.jax.dispatch.listing import TIMES

PROGRAMS = Path(__file__).parent / "programs"
QUICK = ("--quiet", "--no-after-work")
LIST = "dispatches/dispatches"


@dataclass(frozen=True)
class Both:
    """A program, run twice."""

    bare: "CompletedProcess[bytes]"
    traced: "CompletedProcess[bytes]"
    bundle: Bundle


def placed(folder: Path, name: str) -> Place:
    """A folder with one of the programs in it."""
    folder.mkdir(parents=True, exist_ok=True)
    place = Place(folder, dict(os.environ) | {"JAX_PLATFORMS": "cpu"})
    place.write((PROGRAMS / name).read_text(), name)
    return place


def listed(bundle: Bundle, artifact: str = LIST) -> list[str]:
    """The lines of the list, with an x for the sign of multiplication."""
    return bundle.text(artifact).replace(TIMES, "x").splitlines()


def groups(bundle: Bundle, artifact: str = LIST) -> dict[str, list[str]]:
    """The dispatches below each heading, which begins with the line and the columns."""
    found: dict[str, list[str]] = {}
    below: list[str] = []
    for line in listed(bundle, artifact):
        if line.startswith("#"):
            below = found.setdefault(line.removeprefix("# ").partition(".py:")[2], [])
        elif line:
            below.append(line)
    return found


def below(bundle: Bundle, start: str, artifact: str = LIST) -> list[str]:
    """The dispatches below the headings that begin so."""
    return [line for heading, lines in groups(bundle, artifact).items() if heading.startswith(start) for line in lines]
