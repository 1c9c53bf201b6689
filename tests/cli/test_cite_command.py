"""`chipward cite`: words of a source as a citation, ready to paste."""

import json

import pytest
from run_chipward import chipward

from chipward.dataset.verify.cite import cite
from chipward.model.citation import Citation
from chipward.model.ids import SourceId
from demo import Demo


def test_words_become_a_citation_that_verifies(demo: Demo) -> None:
    words = "node calls   one kernel."
    result = chipward("cite", "how-demo-runs/guide", words, "--data", demo.data, "--sources", demo.clones)
    assert result.exit_code == 0
    value = json.loads(result.stdout)
    assert value == {
        "id": "node-calls-one-kernel",
        "source": "guide",
        "exact": "node calls one kernel.",
        "prefix": "the graph node by node, and each",
        "suffix": "## Compiling With `fast`, the",
        "lines": [5, 5],
    }
    demo.explainer["citations"].append(value)
    demo.write()
    places = ["--data", demo.data, "--sources", demo.clones, "--no-write"]
    assert chipward("verify", "demo/node-calls-one-kernel", *places).exit_code == 0


def test_a_source_that_only_one_file_has_needs_no_file(demo: Demo) -> None:
    result = chipward("cite", "api", "written in Python", "--data", demo.data, "--packages", demo.packages)
    assert json.loads(result.stdout)["lines"] == [1, 1]


def test_words_that_stand_in_several_places_are_all_told(demo: Demo) -> None:
    result = chipward("cite", "guide", "the machine code", "--data", demo.data, "--sources", demo.clones)
    assert result.exit_code == 0
    result = chipward("cite", "guide", "machine code", "--data", demo.data, "--sources", demo.clones)
    assert result.stdout.count('"exact"') == 2
    assert "the words stand in 2 places; keep the one that you mean" in result.stderr


def test_words_that_are_not_there_are_told_with_the_nearest(demo: Demo) -> None:
    result = chipward("cite", "guide", "each node calls a kernel.", "--data", demo.data, "--sources", demo.clones)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "does not say so: nearly these words stand on lines 4-5: “a” is “one” there" in result.stderr


@pytest.mark.parametrize(
    ("source", "words", "sentence"),
    [
        ("gide", "each node calls", "there is no source 'gide'; did you mean guide?"),
        ("kernels", "A kernel is a", "there is no source 'kernels'; did you mean how-demo-runs/kernels?"),
        ("guide", "short", "a quote has 8 to 300 characters, and this has 5"),
        ("guide", "long " * 61, "and this has 304"),
        ("api", "written in Python", "demo-engine: demo_engine/api.py cannot be read: "),
    ],
)
def test_what_cannot_be_cited_is_misuse(demo: Demo, source: str, words: str, sentence: str) -> None:
    result = chipward("cite", source, words, "--data", demo.data, "--sources", demo.clones)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_an_id_is_suggested_whatever_the_words() -> None:
    [citation] = cite(SourceId("guide"), "→ ⇒ ⟶ ⟹ ⇨", "→ ⇒ ⟶ ⟹ ⇨")
    assert isinstance(citation, Citation)
    assert (citation.id, citation.prefix, citation.suffix) == ("guide", "", "")
