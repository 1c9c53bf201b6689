"""What the guide to the data says of rules, keys and verdicts is whole and true."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from chipward.cli import COMMANDS
from chipward.dataset.rules import RULES
from chipward.model.citation import MAX_QUOTE, SHORTEST_QUOTE, Citation, Release, Source
from chipward.model.evidence import Verdict
from chipward.model.explainer import Choice, Explainer, Stage, Step
from chipward.model.explainer import Path as Route
from chipward.model.layer import Layer

GUIDE = Path(__file__).parents[2] / "docs/adding-an-explainer.md"
TEXT = GUIDE.read_text(encoding="utf-8")


def test_every_rule_is_explained_in_order() -> None:
    told = re.findall(r"^\| `([a-z-]+)` \|", TEXT.partition("## The rules")[2].partition("\n## ")[0], re.MULTILINE)
    assert told == [rule.name for rule in RULES]


@pytest.mark.parametrize("model", [Explainer, Stage, Step, Route, Choice, Source, Release, Citation])
def test_every_key_is_explained(model: type[BaseModel]) -> None:
    keys = {field.alias or name for name, field in model.model_fields.items()}
    assert {key for key in keys if f"`{key}`" not in TEXT} == set()


def test_every_verdict_is_explained() -> None:
    assert re.findall(r"^\| \*([a-z]+)\* \|", TEXT, re.MULTILINE) == list(Verdict)


def test_every_layer_is_named() -> None:
    assert ", ".join(f"`{layer}`" for layer in Layer) in TEXT


def test_limits_are_those_of_the_models() -> None:
    assert f"{SHORTEST_QUOTE} to {MAX_QUOTE} characters" in TEXT


def test_every_command_that_is_shown_exists() -> None:
    shown = re.findall(r"^chipward ([a-z]+)", TEXT, re.MULTILINE)
    assert shown
    assert set(shown) <= set(COMMANDS)


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert links
    assert [link for link in links if not (GUIDE.parent / link).exists()] == []
