"""The GPUs that can be compiled for: what their drivers answer, and the words that say so."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chipward.model.citation import Citation
from chipward.model.target_table import Gpu, Quoted, TargetTable
from chipward.site.address import TARGETS_JSON, quote_anchor, target_url
from chipward.site.figures import FIGURES
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.words import number

_BYTES = frozenset(key for key in FIGURES if "memory" in key or key == "l2")


@dataclass(frozen=True)
class Told:
    """One figure of one GPU, as a reader sees it."""

    short: str  # 227 KiB
    exact: str  # 232,448 bytes
    note: str | None
    quotes: tuple[tuple[str, Citation], ...]  # with the address of each on the evidence page


@dataclass(frozen=True)
class Row:
    """One figure of all GPUs."""

    title: str
    told: tuple[Told | None, ...]  # None where no source tells it


def _urls(site: Site) -> Iterable[str]:
    return ("/targets/",) if site.dataset.targets else ()


def _head(site: Site, _url: str) -> Head:
    table = _table(site)
    return Head(
        title="Targets: GPUs that need not be here · chipward",
        description=f"What the drivers of {number(len(table.gpus), 'GPU')} answer, and the words that say so.",
        twin=TARGETS_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    table = _table(site)
    return {
        "gpus": table.gpus,
        "rows": tuple(
            Row(title, tuple(_told(table, gpu, key) for gpu in table.gpus)) for key, title in FIGURES.items()
        ),
        "architectures": table.architectures,
        "target_url": target_url,
    }


def _table(site: Site) -> TargetTable:
    if site.dataset.targets is None:
        message = "this data folder knows no targets, so there is no page about them"
        raise LookupError(message)
    return site.dataset.targets


def _told(table: TargetTable, gpu: Gpu, key: str) -> Told | None:
    if key not in gpu.said:
        return None
    said: Quoted = gpu.said[key]
    value: int | str = gpu.said[key].value
    short, exact = (_bytes(value) if key in _BYTES else (f"{value:,}",) * 2) if isinstance(value, int) else (value,) * 2
    quotes = tuple(
        (f"/evidence/#{quote_anchor(table.id, table.citation[name])}", table.citation[name]) for name in said.citations
    )
    return Told(short, exact, said.note, quotes)


def _bytes(value: int) -> tuple[str, str]:
    """Say an amount of memory in the largest unit that keeps it readable, and exactly."""
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= size:
            return f"{value / size:.4g} {unit}", f"{value:,} bytes"
    return f"{value} bytes", f"{value:,} bytes"


PAGE = Page(name="targets", template="targets.html", urls=_urls, head=_head, context=_context)
