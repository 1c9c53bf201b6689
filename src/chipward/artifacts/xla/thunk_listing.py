"""The thunks of an executable as a text, one step a line, with the line of each.

    kernel      %broadcast_maximum_fusion   1 x 1 x 1   f32[64,256] @0+0, f32[256] @10+0 -> f32[64,256] @44+0
    ynn-fusion  %ynn_fusion.5               library     f32[64,256] @44+0, f32[256,256] @3+0 -> f32[64,256] @2+0
    while       %while.18
      condition:
        kernel  ...

A buffer is told as its shape, the number of its allocation, and where in it the buffer begins, in bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from chipward.artifacts.xla.cpu_thunks import Buffer, Thunk

_INDENT = "    "
_MOST_BUFFERS = 16  # of one side of a step


@dataclass(frozen=True)
class ThunkListing:
    """The text, and the line of each thunk in it."""

    text: str
    lines: tuple[int, ...]


def list_thunks(thunks: Sequence[Thunk]) -> ThunkListing:
    """Write the thunks down in the order in which they are run."""
    lines: list[str] = []
    places: list[int] = []
    roles: list[str] = []  # of the thunks that are open, from the outside in
    kinds = max((len(thunk.kind) for thunk in thunks), default=0)
    for thunk in thunks:
        if thunk.role and [*roles, *[""] * thunk.depth][thunk.depth - 1] != thunk.role:
            lines.append(f"{_INDENT * thunk.depth}{thunk.role}:"[2:])
        roles[max(thunk.depth - 1, 0) :] = [thunk.role] if thunk.depth else []
        lines.append(_line(thunk, kinds))
        places.append(len(lines))
        if thunk.runs_others:
            roles[thunk.depth :] = [""]
    return ThunkListing("".join(f"{line}\n" for line in lines), tuple(places))


def _line(thunk: Thunk, kinds: int) -> str:
    parts = [f"{_INDENT * thunk.depth}{thunk.kind:<{kinds}}  %{thunk.instruction}"]
    if thunk.kernel:
        called = [f"calls {thunk.kernel}"] if thunk.kernel != thunk.instruction else []
        parts += [*called, *([" x ".join(map(str, thunk.groups))] if thunk.groups else [])]
    if thunk.target:
        parts.append(f'"{thunk.target}"')
    if thunk.reads or thunk.writes:
        parts.append(f"{_told(thunk.reads)} -> {_told(thunk.writes)}".strip())
    return "  ".join(parts)


def _told(buffers: Sequence[Buffer]) -> str:
    told = [f"{buffer.shape} @{buffer.allocation}+{buffer.offset}" for buffer in buffers[:_MOST_BUFFERS]]
    if len(buffers) > _MOST_BUFFERS:
        told.append(f"and {len(buffers) - _MOST_BUFFERS} more")
    return ", ".join(told)
