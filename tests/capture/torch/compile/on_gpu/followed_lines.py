"""What the lines of a program became in Triton, as a text that somebody can check by eye.

hidden = torch.relu(x @ first)
    forward triton_poi_fused_relu_0
        x0 = xindex
        tmp0 = tl.load(in_out_ptr0 + (x0), None)
"""

import re
from collections.abc import Iterator

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle
from chipward.model.artifact import Artifact

_LONGEST = 100  # characters
_KERNEL = re.compile(r"-(forward|backward)-(\w+)[^/]*/triton$")


def followed(bundle: Bundle, lines: LineGraph, program: str) -> str:
    """Follow each line of a program that stands inside a function. A kernel that it is only a part of is left out."""
    source = next(artifact for artifact in bundle.trace.artifacts if artifact.title == program)
    return "".join(f"{line}\n" for line in _followed(bundle, lines, source))


def _followed(bundle: Bundle, lines: LineGraph, source: Artifact) -> Iterator[str]:
    for number, line in enumerate(bundle.text(source.id).split("\n"), 1):
        if not line.startswith("    "):
            continue
        yield line.strip()
        became = lines.became(source.id, number)
        for name in sorted(name for name in became if became[name].strong):
            if kernel := _KERNEL.search(name):
                text = bundle.text(name).split("\n")
                found = [text[at - 1].strip() for at in became[name].lines]
                found = [each[:_LONGEST] for each in found if not each.startswith("def triton_")]
                yield from (f"    {kernel[1]} {kernel[2]}", *(f"        {each}" for each in found)) if found else ()
