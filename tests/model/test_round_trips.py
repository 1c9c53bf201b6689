"""What is read and written again is what it was, and is valid against the published schema."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from pydantic import BaseModel

import strategies
from chipward.dataset.schema import json_schemas
from chipward.model.citation import Citation, Source
from chipward.model.evidence import EvidenceLock
from chipward.model.explainer import Explainer
from demo import atlas_of, explainer_of


def read(model: type[BaseModel], value: dict[str, Any]) -> BaseModel:
    return model.model_validate_json(json.dumps(value), strict=True, by_alias=True, by_name=False)


def written(value: BaseModel) -> dict[str, Any]:
    return json.loads(value.model_dump_json(by_alias=True, exclude_defaults=True))


@given(strategies.sources())
def test_sources_come_back(value: dict[str, Any]) -> None:
    kept = {key: each.strip() if key in ("title", "publisher", "license") else each for key, each in value.items()}
    assert written(read(Source, value)) == kept


@given(strategies.citations())
def test_citations_come_back(value: dict[str, Any]) -> None:
    around = {key: each for key, each in value.items() if each or key not in ("prefix", "suffix")}
    assert written(read(Citation, value)) == around


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(strategies.locks())
def test_locks_come_back_and_are_valid(value: dict[str, Any]) -> None:
    lock = read(EvidenceLock, value)
    assert json.loads(lock.model_dump_json(by_alias=True)) == value
    jsonschema.Draft202012Validator(json_schemas()["evidence-lock.json"]).validate(value)


@pytest.mark.parametrize("value", [explainer_of("a" * 40)], ids=["demo"])
def test_explainers_come_back(value: dict[str, Any]) -> None:
    explainer = read(Explainer, value)
    assert written(explainer) == value
    assert Explainer.model_validate(explainer.model_dump()) == explainer


def test_the_demo_is_valid_against_the_schemas() -> None:
    for name, value in (("explainer.json", explainer_of("a" * 40)), ("atlas.json", atlas_of("a" * 40))):
        jsonschema.Draft202012Validator(json_schemas()[name]).validate(value)
