"""Addresses within the site, the files they are written to, and the links between them."""

import posixpath
from functools import lru_cache

from chipward.dataset.folder import Document
from chipward.dataset.tables import path_url
from chipward.model.citation import Citation
from chipward.model.explainer import Explainer, Path, Stage, Step
from chipward.model.ids import NodeId
from chipward.model.route import stages_on
from chipward.model.target import TargetId
from chipward.model.target_table import TargetTable
from chipward.model.tpu import GenerationId
from chipward.model.tpu_table import TpuTable

__all__ = [
    "INDEX_JSON",
    "LINEAGE_JSON",
    "LLMS_TXT",
    "LOCK_JSON",
    "PATHS_JSON",
    "SITE_PICTURE",
    "TARGETS_JSON",
    "TOOLS_JSON",
    "TPUS_JSON",
    "TRACES_JSON",
    "explainer_json",
    "explainer_url",
    "file_of",
    "node_url",
    "page_of",
    "path_url",
    "picture_url",
    "quote_anchor",
    "relative_link",
    "stage_url",
    "step_url",
    "target_url",
]

SITE_PICTURE = "/pictures/chipward.png"
INDEX_JSON = "/data/index.json"
PATHS_JSON = "/data/paths.json"
TOOLS_JSON = "/data/tools.json"
TRACES_JSON = "/data/traces.json"
LINEAGE_JSON = "/data/atlas/lineage.json"
TARGETS_JSON = "/data/targets/gpus.json"
TPUS_JSON = "/data/targets/tpus.json"
LOCK_JSON = "/data/evidence.lock.json"
LLMS_TXT = "/llms.txt"


def file_of(url: str) -> str:
    """Where the static build writes an address: ``/paths/`` goes to ``paths/index.html``."""
    return (f"{url}index.html" if url.endswith("/") else url).removeprefix("/")


def relative_link(current: str, target: str, index_file: str = "") -> str:
    """Link from one address to another in a way that holds under any base URL and on ``file://``."""
    place, mark, fragment = target.partition("#")
    if place == current and mark:
        return f"#{fragment}"
    return f"{_relative(current, place, index_file)}{mark}{fragment}"


@lru_cache(maxsize=4096)  # the lines of a text link to the same few pages, a thousand times each
def _relative(current: str, place: str, index_file: str) -> str:
    folder = current if current.endswith("/") else posixpath.dirname(current)
    link = posixpath.relpath(place, folder)
    if place.endswith("/"):
        return f"{link}/{index_file}".removeprefix("./") or "./"
    return link


def explainer_url(explainer: Explainer) -> str:
    """An explainer's own address, which shows its first path: ``/explainers/pytorch/``."""
    return f"/explainers/{explainer.slug}/"


def explainer_json(explainer: Explainer) -> str:
    """The file that an explainer is drawn from."""
    return f"/data/explainers/{explainer.id}.json"


def page_of(file: Document) -> str:
    """The page that shows a data file."""
    if isinstance(file, Explainer):
        return explainer_url(file)
    return "/targets/" if isinstance(file, TargetTable | TpuTable) else "/atlas/"


def stage_url(explainer: Explainer, stage: Stage) -> str:
    """A stage's panel, on the first path that passes through it."""
    for path in explainer.paths:
        if stage in stages_on(explainer, path):
            return f"{path_url(explainer, path)}#{stage.id}"
    return f"{explainer_url(explainer)}#{stage.id}"


def step_url(explainer: Explainer, step: Step) -> str:
    """An arrow's panel, on the first path that takes it."""
    for path in explainer.paths:
        if step.id in path.steps:
            return f"{path_url(explainer, path)}#{step.id}"
    return f"{explainer_url(explainer)}#{step.id}"


def node_url(node: NodeId) -> str:
    """An atlas page: ``/atlas/triton/``."""
    return f"/atlas/{node}/"


def target_url(target: TargetId | GenerationId) -> str:
    """Where a target is described: ``/targets/#cuda-h100``."""
    return f"/targets/#{target.replace(':', '-')}"


def quote_anchor(file_id: str, citation: Citation) -> str:
    """Where the evidence page shows a quote: ``how-pytorch-runs.inductor-fuses``."""
    return f"{file_id}.{citation.id}"


def picture_url(explainer: Explainer, path: Path) -> str:
    """The picture that is shown where somebody shares a path."""
    return f"/pictures/{explainer.slug}/{path.address}.png"
