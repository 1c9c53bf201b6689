"""What each pass of XLA changed: the texts that it dumps after its passes, as one text of differences.

XLA names a dump after the pipeline, the pass that has run, and the one that comes next:

    module_0003.jit_step.0008.simplification.after_algsimp.before_simplify-sorts.txt

The text begins with the HLO before the first pass. Then each pass that changed it has a heading and the lines that
differ, as `diff -u` tells them, so that `patch` makes each of the texts again. Metadata is left out: passes hand it on,
and the numbers of its rows change with whatever else does.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice

# e.g. ".0008.simplification.after_algsimp.before_simplify-sorts.txt", ".0065.copy-insertion.after_adding_copies.txt"
_MODULE = re.compile(r"module_(?P<number>[0-9]{1,9})\.")
_DUMP = re.compile(
    r"\.(?P<number>[0-9]{4,})\.(?P<pipeline>[^.]{1,200})\.after_(?P<after>.{1,200}?)(?:\.before_[^/]{1,200})?\.txt"
)
BEGINNING = "before the first pass"
_START = "pipeline-start"  # a dump of what a pipeline begins with
_UNSEEN = "passes whose texts XLA does not write down"
HEADING = "### "
_TEXTS_AT_ONCE = 40_000  # lines; what is longer is told as a whole


@dataclass(frozen=True)
class Pass:
    """A pass that changed something."""

    pipeline: str
    name: str
    before: Sequence[str]
    after: Sequence[str]


@dataclass(frozen=True)
class Dump:
    """A text that was dumped after a pass."""

    number: int
    pipeline: str
    after: str
    module: int = 0  # XLA begins to count anew where a pass makes another module out of one


def dump_of(file_name: str) -> Dump | None:
    """What the name of a dumped file says; nothing if it is another sort of file."""
    found = _DUMP.search(file_name)
    if found is None:
        return None
    module = _MODULE.match(file_name)
    return Dump(int(found["number"]), found["pipeline"], found["after"], int(module["number"]) if module else 0)


def passes(first: str, dumps: Iterable[tuple[Dump, str]], last: str | None = None) -> tuple[Pass, ...]:
    """The passes that changed something.

    Args:
        first: the HLO before the first pass.
        dumps: what was dumped, in any order.
        last: the HLO that is compiled, if it is known.
    """
    found: list[Pass] = []
    here = first.split("\n")
    ordered = sorted(dumps, key=lambda dump: (dump[0].module, dump[0].number))
    steps = [
        (f"before {dump.pipeline}", _UNSEEN, text) if dump.after == _START else (dump.pipeline, dump.after, text)
        for dump, text in ordered
    ]
    if last is not None:
        steps.append(("at the end", _UNSEEN, last))
    for pipeline, name, text in steps:
        lines = text.split("\n")
        if lines != here:
            found.append(Pass(pipeline, name, here, lines))
            here = lines
    return tuple(found)


def tell_passes(first: str, changed: Sequence[Pass]) -> str:
    """The text: the HLO before the first pass, then what each pass changed."""
    told = [f"{HEADING}{BEGINNING}", *first.rstrip("\n").split("\n")]
    for number, one in enumerate(changed, start=1):
        difference = list(_difference(one.before, one.after))
        gone = sum(line.startswith("-") for line in difference)
        new = sum(line.startswith("+") for line in difference)
        told += ["", f"{HEADING}{number}. {one.pipeline}: {one.name}  (-{gone} +{new} lines)", *difference]
    return "".join(f"{line}\n" for line in told)


def _difference(before: Sequence[str], after: Sequence[str]) -> Iterable[str]:
    if len(before) + len(after) > _TEXTS_AT_ONCE:
        # Beyond this the search for the least difference would take minutes: what is common at both ends is left out.
        return _middle(before, after)
    return islice(unified_diff(before, after, lineterm=""), 2, None)  # the first two name files


def _middle(before: Sequence[str], after: Sequence[str]) -> Iterable[str]:
    shortest = min(len(before), len(after))
    start = next((place for place in range(shortest) if before[place] != after[place]), shortest)
    end = next(
        (place for place in range(shortest - start) if before[-1 - place] != after[-1 - place]), shortest - start
    )
    out, new = before[start : len(before) - end], after[start : len(after) - end]
    heading = f"@@ -{start + 1},{len(out)} +{start + 1},{len(new)} @@"
    return [heading, *(f"-{line}" for line in out), *(f"+{line}" for line in new)]
