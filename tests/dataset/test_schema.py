"""The published schemas are those of the models, and the shipped data is valid against them."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from chipward.dataset.load import data_folder
from chipward.dataset.schema import json_schemas, spelled_schemas
from demo import Demo

FILES = [
    *((path, "explainer.json") for path in sorted(data_folder().glob("explainers/*.json"))),
    (data_folder() / "atlas/lineage.json", "atlas.json"),
    (data_folder() / "targets/gpus.json", "targets.json"),
    (data_folder() / "targets/tpus.json", "tpus.json"),
    (data_folder() / "evidence.lock.json", "evidence-lock.json"),
]


def validator(name: str) -> Any:
    schema = json_schemas()[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())


@pytest.mark.parametrize("name", sorted(json_schemas()))
def test_the_published_schema_is_up_to_date(name: str) -> None:
    published = (data_folder() / "schema" / name).read_text(encoding="utf-8")
    assert published == spelled_schemas()[name], "run `chipward schema`"


@pytest.mark.parametrize("name", sorted(json_schemas()))
def test_a_schema_says_what_it_is(name: str) -> None:
    schema = json_schemas()[name]
    assert schema["$id"] == f"urn:chipward:schema:{name.removesuffix('.json')}:1"
    assert schema["title"]
    assert schema["description"]
    assert all(part.get("description") for part in schema["$defs"].values())


@pytest.mark.parametrize(("file", "schema"), FILES, ids=lambda value: getattr(value, "name", value))
def test_shipped_data_is_valid(file: Path, schema: str) -> None:
    validator(schema).validate(json.loads(file.read_text(encoding="utf-8")))


def test_what_the_models_refuse_the_schema_refuses(demo: Demo) -> None:
    check = validator("explainer.json")
    assert check.is_valid(demo.explainer)
    for change in ({"schema": 2}, {"slug": "a/b"}, {"version": "1"}, {"stages": {}}, {"extra": 1}, {"paths": []}):
        assert not check.is_valid(demo.explainer | change)
