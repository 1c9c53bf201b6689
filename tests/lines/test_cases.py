"""The cases that both line graphs are held to."""

import json
from pathlib import Path
from typing import Any

import pytest
from made_graphs import LETTER_OF, edges_of, graph_of

from chipward.artifacts.line_graph import Relation
from chipward.model.artifact import ArtifactId

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    maps = {one["id"]: (one["from"], one["to"], edges_of(one["edges"])) for one in case["maps"]}
    artifact, line = case["pick"]
    family = graph_of(maps).family(ArtifactId(artifact), line)

    found = {
        relation.value: {
            text: " ".join(f"{at}{LETTER_OF[kind]}" for at, kind in zip(reached.lines, reached.kinds, strict=True))
            for text, reached in family.reached(relation).items()
        }
        for relation in Relation
    }
    assert found == {relation.value: case[relation.value] for relation in Relation}
    for relation, ways in case.get("ways", {}).items():
        assert {text: list(family.way(ArtifactId(text), Relation(relation))) for text in ways} == ways


def test_no_two_cases_bear_one_name() -> None:
    names = [case["name"] for case in CASES]

    assert len(set(names)) == len(names) >= 15
