"""JSON Schemas of the data files, generated from the models so that they cannot disagree."""

import json
from collections.abc import Mapping

from pydantic import BaseModel

from chipward.model.atlas import Atlas
from chipward.model.evidence import EvidenceLock
from chipward.model.explainer import Explainer
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable
from chipward.model.trace import Trace

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_SCHEMAS: Mapping[str, tuple[type[BaseModel], str, str]] = {
    "atlas.json": (Atlas, "Atlas", "Tools and languages, what each is written in, and the words that say so."),
    "evidence-lock.json": (
        EvidenceLock,
        "Evidence lock",
        "What checking every quote found, and what each data file has published. Written by `chipward verify`.",
    ),
    "explainer.json": (Explainer, "Explainer", "How one framework runs your code: choices, stages, steps and paths."),
    "targets.json": (
        TargetTable,
        "Targets",
        "GPUs that can be compiled for: what their drivers answer, and the words that say so.",
    ),
    "tpus.json": (
        TpuTable,
        "TPUs",
        "Generations of TPUs that can be compiled for: what is public about them, and the words that say so.",
    ),
    "trace.json": (
        Trace,
        "Trace",
        "One run of a program and what each stage made of it. The bytes of artifacts and maps lie beside it.",
    ),
}


def json_schemas() -> Mapping[str, dict[str, object]]:
    """Return the schemas by file name, as ``data/schema`` holds them."""
    return {name: _schema(name, *rest) for name, rest in sorted(_SCHEMAS.items())}


def _schema(name: str, model: type[BaseModel], title: str, description: str) -> dict[str, object]:
    body = model.model_json_schema(by_alias=True)
    head = {
        "$schema": DIALECT,
        "$id": f"urn:chipward:schema:{name.removesuffix('.json')}:1",
        "title": title,
        "description": description,
    }
    return head | {key: value for key, value in body.items() if key not in head}


def spelled_schemas() -> Mapping[str, str]:
    """Return the schemas as their files have them."""
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in json_schemas().items()}
