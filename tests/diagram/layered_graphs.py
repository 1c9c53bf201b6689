"""Explainers of every shape: strategies for property tests."""

from datetime import date
from typing import Any

from hypothesis import strategies as st

from chipward.model.explainer import Explainer
from chipward.model.layer import Layer

MOST_STAGES = 25
words = st.text("abcdefghilmnorstuvwzABCDMTW0189.+&", min_size=1, max_size=14)


def phrases(longest: int, shortest: int = 1) -> st.SearchStrategy[str]:
    return (
        st.lists(words, min_size=1, max_size=6)
        .map(lambda some: " ".join(some)[:longest].strip())
        .filter(lambda phrase: len(phrase) >= shortest)
    )


def make_explainer(stages: list[dict[str, Any]], steps: list[dict[str, Any]], paths: list[list[int]]) -> Explainer:
    """An explainer with only what a picture needs. A path lists the positions of its steps."""
    told = {"summary": "It does.", "citations": ["quote"]}
    silent = {"takes": "one", "gives": "another", "written_in": {"what": "the language", "why": "nobody says"}}
    options = [{"id": f"option-{number}", "name": f"Option {number}"} for number in range(len(paths))]
    return Explainer.model_validate(
        {
            "$schema": "explainer.schema.json",
            "schema": 1,
            "id": "how-it-runs",
            "slug": "it",
            "framework": "It",
            "version": "1.0.0",
            "checked": date(2026, 1, 1),
            "license": "CC-BY-4.0",
            "title": "How does it run?",
            "summary": "It runs.",
            "choices": [{"id": "way", "name": "Way", "options": options}],
            "stages": [{**told, **silent, **stage} for stage in stages],
            "steps": [{**told, **step} for step in steps],
            "paths": [
                {
                    "selection": {"way": f"option-{number}"},
                    "steps": [f"{steps[at]['from']}--{steps[at]['to']}" for at in path],
                }
                for number, path in enumerate(paths)
            ],
            "limits": [],
            "sources": [],
            "citations": [],
            "changes": [{"version": "1.0.0", "date": date(2026, 1, 1), "what": "First."}],
        }
    )


@st.composite
def explainers(draw: st.DrawFn) -> Explainer:
    """Layered graphs with branches, arrows that skip layers, arrows that return, and cycles."""
    count = draw(st.integers(2, MOST_STAGES))
    layers = sorted(draw(st.lists(st.sampled_from(Layer), min_size=count, max_size=count)), key=lambda one: one.depth)
    stages = [
        {
            "id": f"s{number}",
            "name": draw(phrases(60)),
            "caption": draw(phrases(34)),
            "layer": layer,
            "closed": draw(st.booleans()),
        }
        for number, layer in enumerate(layers)
    ]
    pairs = {(draw(st.integers(0, end - 1)), end) for end in range(1, count)}  # every stage is reached
    skips = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda pair: pair[0] != pair[1])
    pairs |= draw(st.sets(skips, max_size=12))
    steps = [{"from": f"s{start}", "to": f"s{end}", "kind": draw(phrases(28, 2))} for start, end in sorted(pairs)]
    everything = list(range(len(steps)))
    some = st.lists(st.sampled_from(everything), min_size=1, unique=True)
    return make_explainer(stages, steps, [everything, *draw(st.lists(some, max_size=2))])
