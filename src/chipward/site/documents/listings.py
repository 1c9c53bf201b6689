"""The lists that pages show, as JSON: the twins of pages that no single data file stands behind."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from chipward.dataset.tables import counts, every_path, shared_tools
from chipward.site.document import Document
from chipward.site.site import Site

INDEX = "/data/index.json"
PATHS = "/data/paths.json"
TOOLS = "/data/tools.json"


def _index(site: Site) -> object:
    dataset = site.dataset
    return {
        "explainers": [
            {
                "id": explainer.id,
                "slug": explainer.slug,
                "framework": explainer.framework,
                "title": explainer.title,
                "summary": explainer.summary,
                "version": explainer.version,
                "checked": explainer.checked.isoformat(),
                "license": explainer.license,
                "stages": counts(explainer).stages,
                "steps": counts(explainer).steps,
                "quotes": counts(explainer).quotes,
                "page": f"/explainers/{explainer.slug}/",
                "data": f"/data/explainers/{explainer.id}.json",
            }
            for explainer in dataset.explainers
        ],
        "atlas": {
            "id": dataset.atlas.id,
            "version": dataset.atlas.version,
            "checked": dataset.atlas.checked.isoformat(),
            "license": dataset.atlas.license,
            "nodes": len(dataset.atlas.nodes),
            "page": "/atlas/",
            "data": "/data/atlas/lineage.json",
        },
        "evidence": {"page": "/evidence/", "data": "/data/evidence.lock.json"},
        "lists": {"paths": PATHS, "tools": TOOLS},
        "schemas": sorted(url for url in site.data_files if url.startswith("/data/schema/")),
    }


def _paths(site: Site) -> object:
    return [
        {
            "explainer": row.explainer,
            "selection": dict(row.selection),
            "stages": row.stages,
            "steps": row.steps,
            "url": row.url,
        }
        for row in every_path(site.dataset)
    ]


def _tools(site: Site) -> object:
    return [
        {"tool": row.tool, "name": row.name, "explainers": list(row.explainers)} for row in shared_tools(site.dataset)
    ]


def _encode(make: Callable[[Site], object], site: Site) -> bytes:
    return (json.dumps(make(site), ensure_ascii=False, indent=2) + "\n").encode()


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {
        INDEX: partial(_encode, _index, site),
        PATHS: partial(_encode, _paths, site),
        TOOLS: partial(_encode, _tools, site),
    }


DOCUMENT = Document("listings", _contents)
