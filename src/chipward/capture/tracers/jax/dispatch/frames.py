"""Which line of the program dispatched something: the innermost frame that is the program's own.

Frames of JAX are left out, by JAX's own word for what is the user's; those of other libraries are kept as the way
there. A program that is itself installed as a package has no frame of its own kind; its innermost frame outside of JAX
stands for it then.
"""

import sys
import sysconfig
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from types import CodeType, FrameType

from chipward.capture.tracers.jax.foreign import Foreign

_CHIPWARD = f"{Path(__file__).parents[4]}/"
_PYTHON = (*{sysconfig.get_paths()[name] + "/" for name in ("stdlib", "platstdlib")}, "<frozen ")
_PACKAGES = ("/site-packages/", "/dist-packages/")


class Owner(Enum):
    """Who wrote a file."""

    PROGRAM = "program"
    LIBRARY = "library"  # installed, or Python's own
    JAX = "jax"  # or chipward


_owners: dict[int, tuple[CodeType, Owner]] = {}  # holds the code, so that its id stays its own


def owner_of(code: CodeType) -> Owner:
    """Whose code it is."""
    known = _owners.get(id(code))
    if known is None:
        known = _owners[id(code)] = code, _owner_of_file(code.co_filename)
    return known[1]


def way_to_program(innermost: FrameType) -> list[FrameType]:
    """The frames outside of JAX, from the innermost one to the program's own; empty where JAX alone is at work."""
    way: list[FrameType] = []
    frame: FrameType | None = innermost
    while frame is not None:
        owner = owner_of(frame.f_code)
        if owner is not Owner.JAX:
            way.append(frame)
            if owner is Owner.PROGRAM:
                return way
        frame = frame.f_back
    return way[:1]


def forward() -> Foreign:
    """The traceback of the forward pass, where the backward pass runs what it made; else None."""
    context = getattr(sys.modules["jax._src.source_info_util"], "_source_info_context", None)
    return getattr(getattr(context, "context", None), "traceback", None)


def home_in(traceback: Foreign) -> tuple[CodeType, int] | None:
    """The instruction of the program's own in a traceback of JAX's, if there is one."""
    found: Iterable[tuple[CodeType, int]] = zip(*traceback.raw_frames(), strict=True)
    outside = [(code, at) for code, at in found if owner_of(code) is not Owner.JAX]
    return next((spot for spot in outside if owner_of(spot[0]) is Owner.PROGRAM), outside[0] if outside else None)


def _owner_of_file(file: str) -> Owner:
    if file.startswith(_CHIPWARD) or not sys.modules["jax._src.source_info_util"].is_user_filename(file):
        return Owner.JAX
    if any(part in file for part in _PACKAGES) or file.startswith(_PYTHON):
        return Owner.LIBRARY
    return Owner.PROGRAM
