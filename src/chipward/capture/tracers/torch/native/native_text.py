"""What ran below one operator, as a text: the way from the operator's entry to the function that computes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from chipward.capture.tracers.torch.eager.listing import Loss
from chipward.capture.tracers.torch.native.addresses import GENERATED
from chipward.capture.tracers.torch.native.names import library_of, variant, within_line, without_arguments


@dataclass(frozen=True)
class NativeText:
    """The text, and the line of the function that computes."""

    text: str
    kernel: int
    frames: tuple[int, ...]  # the lines of the way to it

    @property
    def losses(self) -> list[Loss]:
        """The other lines, as the loss of a map."""
        rest = self.text.count("\n") - len(self.frames)
        return [("to", rest, "headings, and functions beside the way")]


def write_native(profile: Mapping[str, Any]) -> NativeText:
    """Write a profile."""
    text = [f"# {profile['samples']:,} samples in {profile['calls']:,} calls on one thread"]
    text += [f"# oneDNN: {line}" for line in dict.fromkeys(map(_without_time, profile["onednn"]))]
    kernel = profile["kernel"]
    text += ["", "# the way to the function that computes, the operator's entry first"]
    first = len(text) + 1
    text += [within_line(without_arguments(name)) for name in reversed(kernel["way"])]
    frames = [*range(first, len(text) + 1)]
    if not kernel["is_own_way"]:
        text.append(
            "# the functions below keep no account of their callers; the way is what most of their neighbours share"
        )
    text.append(_described(kernel))
    line = len(text)
    frames.append(line)
    text += ["", "# samples by function"]
    total = max(profile["samples"], 1)
    text += [f"{function['count'] / total:6.1%}  {_described(function)}" for function in profile["functions"]]
    return NativeText("".join(f"{row}\n" for row in text), line, tuple(frames))


def _described(function: Mapping[str, Any]) -> str:
    if "generated" in function:
        return f"{function['generated']}  [oneDNN, {GENERATED}]"
    name = within_line(without_arguments(function["name"]))
    told = [library_of(function["name"], PurePath(function["library"]).name)]
    compiled_for = variant(function["name"])
    return f"{name}  [{', '.join([*told, compiled_for] if compiled_for else told)}]"


def _without_time(line: str) -> str:
    # e.g. "onednn_verbose,v1,primitive,exec,cpu,convolution,jit:avx512_core,forward_training,src:f32…,,,mb4_ic16…,0.09"
    head, _, last = line.rpartition(",")
    return head if last.replace(".", "", 1).isdigit() else line
