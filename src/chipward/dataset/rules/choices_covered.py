"""Every combination of options has its path, in the order of the choices."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule

MOST = 1000  # combinations; each is a page, and nobody reads so many


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for explainer in dataset.explainers:
        file = dataset.file_of(explainer)
        if prod(len(choice.options) for choice in explainer.choices) > MOST:
            yield file, "choices", f"can be combined in more than {MOST:,} ways; offer less to choose from"
            continue
        options = [[(choice.id, option.id) for option in choice.options] for choice in explainer.choices]
        combinations = list(product(*options))
        there = [tuple(path.selection.items()) for path in explainer.paths]
        for combination in combinations:
            if combination not in there:
                yield file, "paths", f"has no path for {_spell(combination)}; add one"
        for at, selection in enumerate(there):
            if selection not in combinations:
                wanted = ", then ".join(choice.id for choice in explainer.choices)
                yield file, f"paths[{at}].selection", f"is not one option of each choice; give {wanted}"
            elif Counter(there)[selection] > 1:
                yield file, f"paths[{at}].selection", f"is the same as another path's ({_spell(selection)}); keep one"
        if sorted(there) == sorted(combinations) and there != combinations:
            order = "; ".join(map(_spell, combinations))
            yield file, "paths", f"is out of order; list the paths as the choices have them: {order}"


def _spell(selection: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{choice} {option}" for choice, option in selection)


RULE = Rule(
    name="choices-covered",
    reason="A reader may pick any combination, and each one must lead somewhere.",
    check=_check,
    joint=True,
)
