"""The lists that pages show, as JSON: the twins of pages that no single data file stands behind."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from chipward.dataset.tables import counts, every_path, shared_tools
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable
from chipward.site.address import (
    INDEX_JSON,
    LINEAGE_JSON,
    LOCK_JSON,
    PATHS_JSON,
    TARGETS_JSON,
    TOOLS_JSON,
    TPUS_JSON,
    TRACES_JSON,
    explainer_json,
    explainer_url,
)
from chipward.site.document import Document
from chipward.site.site import Site
from chipward.site.trace_cards import trace_cards


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
                "page": explainer_url(explainer),
                "data": explainer_json(explainer),
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
            "data": LINEAGE_JSON,
        },
        **_targets(site),
        "evidence": {"page": "/evidence/", "data": LOCK_JSON},
        "lists": {"paths": PATHS_JSON, "tools": TOOLS_JSON, "traces": TRACES_JSON},
        "schemas": sorted(url for url in site.data_files if url.startswith("/data/schema/")),
    }


def _targets(site: Site) -> dict[str, object]:
    told: dict[str, object] = {}
    if gpus := site.dataset.targets:
        told["targets"] = _table(gpus) | {"gpus": len(gpus.gpus), "page": "/targets/", "data": TARGETS_JSON}
    if tpus := site.dataset.tpus:
        told["tpus"] = _table(tpus) | {"generations": len(tpus.generations), "page": "/targets/", "data": TPUS_JSON}
    return told


def _table(table: TargetTable | TpuTable) -> dict[str, object]:
    return {
        "id": table.id,
        "version": table.version,
        "checked": table.checked.isoformat(),
        "license": table.license,
    }


def _paths(site: Site) -> object:
    return [row.value for row in every_path(site.dataset)]


def _tools(site: Site) -> object:
    return [row.value for row in shared_tools(site.dataset)]


def _traces(site: Site) -> object:
    return [card.value for card in trace_cards(site)]


def _encode(make: Callable[[Site], object], site: Site) -> bytes:
    return (json.dumps(make(site), ensure_ascii=False, indent=2) + "\n").encode()


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {
        INDEX_JSON: partial(_encode, _index, site),
        PATHS_JSON: partial(_encode, _paths, site),
        TOOLS_JSON: partial(_encode, _tools, site),
        TRACES_JSON: partial(_encode, _traces, site),
    }


DOCUMENT = Document(_contents)
