"""Lines of a template that Inductor generated for steps, among those that somebody wrote by hand.

A template (a matrix product, flex_attention) is a text with holes. Inductor generates code for what is fused into it
and puts the text of that code into a hole. The generated text is found again where it stands, as a whole. Texts that
are the same are told apart by their order, which is a guess where they were generated for different steps.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.generated_lines import Origins

_SIZES = re.compile(r"\bk?s\d+\b|\bcur_(?:q|kv)SplitSize\b")  # names of sizes, which a template fills in afterwards
_SHORTEST = 3  # lines that a text must have to be known by them

Generated = tuple[str, list[Origins | None]]  # a text, and what each of its lines was written for


def origins_in_template(text: str, pieces: Sequence[Generated]) -> list[Origins | None] | None:
    """For each line of a template what it was generated for; None if nothing of it was."""
    lines = [_plain(line) for line in text.split("\n")]
    found: list[Origins | None] = [None] * len(lines)
    alike: dict[tuple[str, ...], list[list[Origins | None]]] = defaultdict(list)
    for piece, origins in pieces:
        text_lines, kept = _without_empty_ends([_plain(line) for line in piece.split("\n")], origins)
        if len(text_lines) >= _SHORTEST and any(kept):
            alike[tuple(text_lines)].append(kept)
    for piece_lines, versions in alike.items():
        words = list(piece_lines)
        places = [at for at in range(len(lines) - len(words) + 1) if lines[at : at + len(words)] == words]
        if len(places) == len(versions):  # else not even their order tells them apart
            for at, origins in zip(places, _doubted(versions), strict=True):
                found[at : at + len(words)] = origins
    return found if any(found) else None


def _doubted(versions: list[list[Origins | None]]) -> list[list[Origins | None]]:
    """The same, with a guess on each line that was not generated for the same in all of them."""
    differs = [any(_nodes(line) != _nodes(lines[0]) for line in lines) for lines in zip(*versions, strict=True)]
    return [
        [line.as_guess() if line and unsure else line for line, unsure in zip(version, differs, strict=True)]
        for version in versions
    ]


def _nodes(origins: Origins | None) -> list[Foreign]:
    return origins.nodes if origins else []


def _plain(line: str) -> str:
    return _SIZES.sub("size", line.strip())


def _without_empty_ends(lines: list[str], origins: list[Origins | None]) -> tuple[list[str], list[Origins | None]]:
    origins = [*origins, *([None] * (len(lines) - len(origins)))]
    start, end = 0, len(lines)
    while start < end and not lines[start]:
        start += 1
    while end > start and not lines[end - 1]:
        end -= 1
    return lines[start:end], origins[start:end]
