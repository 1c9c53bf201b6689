"""Downloads, schemas, licence, how to cite, and what changed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chipward.dataset.tables import counts
from chipward.site.address import (
    INDEX_JSON,
    LINEAGE_JSON,
    LLMS_TXT,
    LOCK_JSON,
    PATHS_JSON,
    TARGETS_JSON,
    TOOLS_JSON,
    TPUS_JSON,
    explainer_json,
)
from chipward.site.citing import AUTHORS, LICENSE_NAME, LICENSE_URL, credit
from chipward.site.history import all_changes, file_title, last_change_of_all
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.words import in_a_row, number

_DESCRIPTION = (
    "How AI frameworks run your code, as data: stages, steps and paths from your code to the chip, "
    "with quotes from documentation and source, and what checking each quote found."
)


@dataclass(frozen=True)
class Download:
    """One file to take away."""

    url: str
    what: str
    version: str | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return self.url.rsplit("/", 1)[-1]


def _downloads(site: Site) -> tuple[Download, ...]:
    dataset = site.dataset
    explainers = []
    for explainer in dataset.explainers:
        has = counts(explainer)
        amounts = [number(has.stages, "stage"), number(has.steps, "step"), number(has.quotes, "quote")]
        what = f"{explainer.framework}: {in_a_row(amounts)}"
        explainers.append(Download(explainer_json(explainer), what, explainer.version))
    nodes = number(len(dataset.atlas.nodes), "place")
    return (
        *explainers,
        Download(LINEAGE_JSON, f"Atlas: {nodes} and what each is written in", dataset.atlas.version),
        *_targets(site),
        Download(LOCK_JSON, f"Evidence: the last check of {number(len(dataset.lock.quotes), 'quote')}"),
    )


def _targets(site: Site) -> Iterable[Download]:
    if table := site.dataset.targets:
        gpus = number(len(table.gpus), "GPU")
        yield Download(TARGETS_JSON, f"Targets: {gpus} and what their drivers answer", table.version)
    if tpus := site.dataset.tpus:
        generations = number(len(tpus.generations), "generation")
        yield Download(TPUS_JSON, f"TPUs: {generations} and what is public about them", tpus.version)


def _schemas(site: Site) -> tuple[Download, ...]:
    return tuple(
        Download(url, str(json.loads(content)["description"]))
        for url, content in sorted(site.data_files.items())
        if url.startswith("/data/schema/")
    )


_LISTS = (
    Download(INDEX_JSON, "What there is, with addresses"),
    Download(PATHS_JSON, "Every path with its counts"),
    Download(TOOLS_JSON, "The tools that explainers share"),
    Download(LLMS_TXT, "The same in Markdown, for programs that read"),
)


def _urls(_site: Site) -> Iterable[str]:
    return ("/data/",)


def _head(site: Site, _url: str) -> Head:
    return Head(
        title="Data: downloads, licence, how to cite · chipward",
        description="The data behind chipward as JSON, its schemas, its licence and its change log.",
        twin=INDEX_JSON,
        json_ld=_for_search_engines(site),
    )


def _for_search_engines(site: Site) -> Mapping[str, object]:
    where = {"url": f"{site.public_url}/data/"} if site.public_url else {}
    downloads = [
        {
            "@type": "DataDownload",
            "name": download.name,
            "encodingFormat": "application/json",
            "contentUrl": site.full_link("/data/", download.url),
        }
        for download in _downloads(site)
    ]
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": "chipward: how AI frameworks run your code",
        "description": _DESCRIPTION,
        "license": LICENSE_URL,
        "creator": {"@type": "Organization", "name": AUTHORS},
        "dateModified": last_change_of_all(site.dataset).isoformat(),
        "isAccessibleForFree": True,
        "distribution": downloads,
    } | where


def _context(site: Site, _url: str) -> Mapping[str, object]:
    return {
        "downloads": _downloads(site),
        "schemas": _schemas(site),
        "lists": _LISTS,
        "credits": tuple(credit(site, file) for file in site.dataset.documents),
        "license_name": LICENSE_NAME,
        "license_url": LICENSE_URL,
        "changes": tuple((file_title(file), change) for file, change in all_changes(site.dataset)),
        "quote_licenses": sorted({source.license for file in site.dataset.documents for source in file.sources}),
    }


PAGE = Page(name="data", template="data.html", urls=_urls, head=_head, context=_context)
