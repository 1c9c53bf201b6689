"""The smallest data folder of which a whole site can be made."""

import json
from pathlib import Path

MISSING = {"what": "The language it is written in", "why": "Nobody says."}


def _source(name: str) -> dict[str, object]:
    return {
        "id": name,
        "kind": "documentation",
        "title": "A readme",
        "publisher": "Some people",
        "license": "MIT",
        "repository": "some/thing",
        "commit": "0123456789" * 4,
        "path": "README.md",
    }


def _citation(name: str, exact: str) -> dict[str, object]:
    return {"id": name, "source": "readme", "exact": exact, "lines": [3, 4]}


def _stage(name: str, title: str, layer: str, **more: object) -> dict[str, object]:
    return {
        "id": name,
        "name": title,
        "caption": "a caption",
        "layer": layer,
        "summary": f"The summary of {title}.",
        "takes": "what it takes",
        "gives": "what it gives",
        "written_in": MISSING,
        "citations": ["first-words"],
        **more,
    }


EXPLAINER: dict[str, object] = {
    "$schema": "../schema/explainer.json",
    "schema": 1,
    "id": "how-small-runs",
    "slug": "small",
    "framework": "Small",
    "version": "1.0.0",
    "checked": "2026-11-30",
    "license": "CC-BY-4.0",
    "title": "How does Small run?",
    "summary": "From code to chip.",
    "choices": [{"id": "device", "name": "Device", "options": [{"id": "cpu", "name": "A CPU"}]}],
    "stages": [
        _stage("code", "Your code", "your-code", atlas={"node": "tongue", "role": "The language of your code"}),
        _stage("chip", "The chip", "chip", closed=True),
    ],
    "steps": [
        {"from": "code", "to": "chip", "kind": "runs on", "summary": "It runs.", "citations": ["second-words"]},
    ],
    "paths": [{"selection": {"device": "cpu"}, "steps": ["code--chip"]}],
    "limits": [{"what": "Everything else", "why": "It is small."}],
    "sources": [_source("readme")],
    "citations": [
        _citation("first-words", "The first words of the readme."),
        _citation("second-words", "The second words of the readme."),
    ],
    "changes": [{"version": "1.0.0", "date": "2026-11-30", "what": "First published."}],
}

ATLAS: dict[str, object] = {
    "$schema": "../schema/atlas.json",
    "schema": 1,
    "id": "lineage",
    "version": "1.0.0",
    "checked": "2026-11-30",
    "license": "CC-BY-4.0",
    "nodes": [
        {
            "id": "tongue",
            "name": "Tongue",
            "kind": "language",
            "summary": "A language.",
            "written_in": [{"node": "tongue", "part": "All of it", "citations": ["itself"]}],
        },
    ],
    "sources": [_source("readme")],
    "citations": [_citation("itself", "Tongue is written in Tongue.")],
    "changes": [{"version": "1.0.0", "date": "2026-11-30", "what": "First published."}],
}

LOCK: dict[str, object] = {"generated": "by a test", "schema": 1, "files": {}, "quotes": {}}


def write_small_data(folder: Path) -> Path:
    """Write it, and return where it is."""
    files = {"explainers/how-small-runs.json": EXPLAINER, "atlas/lineage.json": ATLAS, "evidence.lock.json": LOCK}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=2), encoding="utf-8")
    return folder
