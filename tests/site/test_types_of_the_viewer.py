"""The viewer's types in TypeScript name nothing that its index does not have."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from chipward.model import artifact, trace
from chipward.site.traces import view

TYPES = (Path(__file__).parents[2] / "web/src/lib/trace-view.ts").read_text(encoding="utf-8")
INTERFACES = {
    found["name"]: re.findall(r"^  readonly (\w+):", found["body"], re.MULTILINE)
    for found in re.finditer(r"interface (?P<name>\w+) \{\n(?P<body>.*?)\n\}", TYPES, re.DOTALL)
}
MODELS: dict[str, type[BaseModel]] = {
    "Place": artifact.Place,
    "Recipe": artifact.Recipe,
    "Loss": trace.Loss,
    **{name: model for name, model in vars(view).items() if name.endswith("View")},
}


@pytest.mark.parametrize("name", INTERFACES)
def test_every_name_is_one_of_the_index(name: str) -> None:
    known = {field.alias or key for key, field in MODELS[name].model_fields.items()}
    assert set(INTERFACES[name]) <= known


def test_the_types_are_found() -> None:
    assert len(INTERFACES) >= 9
    assert "sha256" in INTERFACES["ArtifactView"]
