"""The chips that can be compiled for: what is known about them, and the words that say so."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chipward.model.citation import Citation
from chipward.model.target_table import Gpu, Quoted, TargetTable
from chipward.model.tpu_table import Generation, TpuTable
from chipward.site.address import TARGETS_JSON, quote_anchor, target_url
from chipward.site.figures import FIGURES, TPU_FIGURES
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.words import number

_RATES = {
    "memory_bandwidth_bytes_per_second": ("B/s", "bytes a second"),
    "bandwidth": ("B/s", "bytes a second"),
    "bf16_operations": ("FLOP/s", "operations a second"),
}
_LARGEST_INT32 = 2**31 - 1  # of blocks along x: too wide for a column when written out
_BYTES = frozenset({*(key for key in FIGURES if "memory" in key), "l2", "vmem", "smem"} - _RATES.keys())


@dataclass(frozen=True)
class Told:
    """One figure of one chip, as a reader sees it."""

    short: str  # 227 KiB
    exact: str  # 232,448 bytes
    note: str | None
    quotes: tuple[tuple[str, Citation], ...]  # with the address of each on the evidence page


@dataclass(frozen=True)
class Row:
    """One figure of all GPUs, or of all TPUs."""

    title: str
    told: tuple[Told | None, ...]  # None where no source tells it


def _urls(site: Site) -> Iterable[str]:
    return ("/targets/",) if site.dataset.targets else ()


def _head(site: Site, _url: str) -> Head:
    table = _table(site)
    return Head(
        title="Targets: GPUs and TPUs that need not be here · chipward",
        description=f"What the drivers of {number(len(table.gpus), 'GPU')} answer{_and_tpus(site)}, "
        "and the words that say so.",
        twin=TARGETS_JSON,
    )


def _and_tpus(site: Site) -> str:
    tpus = site.dataset.tpus
    return f", what is public about {number(len(tpus.generations), 'generation')} of TPUs" if tpus else ""


def _context(site: Site, _url: str) -> Mapping[str, object]:
    table = _table(site)
    return {
        "gpus": table.gpus,
        "rows": tuple(
            Row(title, tuple(_told(table, gpu, key) for gpu in table.gpus)) for key, title in FIGURES.items()
        ),
        "architectures": table.architectures,
        "generations": site.dataset.tpus.generations if site.dataset.tpus else (),
        "tpu_rows": _tpu_rows(site.dataset.tpus) if site.dataset.tpus else (),
        "target_url": target_url,
    }


def _tpu_rows(table: TpuTable) -> tuple[Row, ...]:
    return tuple(
        Row(title, tuple(_told(table, generation, key) for generation in table.generations))
        for key, title in TPU_FIGURES.items()
    )


def _table(site: Site) -> TargetTable:
    if site.dataset.targets is None:
        message = "this data folder knows no targets, so there is no page about them"
        raise LookupError(message)
    return site.dataset.targets


def _told(table: TargetTable | TpuTable, chip: Gpu | Generation, key: str) -> Told | None:
    if key not in chip.said:
        return None
    said: Quoted = chip.said[key]
    value: int | str = chip.said[key].value
    short, exact = _amount(key, value) if isinstance(value, int) else (value, value)
    quotes = tuple(
        (f"/evidence/#{quote_anchor(table.id, table.citation[name])}", table.citation[name]) for name in said.citations
    )
    return Told(short, exact, said.note, quotes)


def _amount(key: str, value: int) -> tuple[str, str]:
    if key in _BYTES:
        return _bytes(value)
    if key == "clock_mhz":
        return f"{value:,} MHz", f"{value:,} MHz"
    if key in _RATES:
        return _rate(value, *_RATES[key])
    return ("2³¹ − 1" if value == _LARGEST_INT32 else f"{value:,}"), f"{value:,}"  # noqa: RUF001 -- as it is set in print


def _rate(value: int, unit: str, unit_in_words: str) -> tuple[str, str]:
    """Say a rate in the largest decimal unit that keeps it readable, and exactly."""
    for prefix, size in (("T", 10**12), ("G", 10**9)):
        if value >= size:
            return f"{value / size:.4g} {prefix}{unit}", f"{value:,} {unit_in_words}"
    return f"{value:,} {unit}", f"{value:,} {unit_in_words}"


def _bytes(value: int) -> tuple[str, str]:
    """Say an amount of memory in the largest unit that keeps it readable, and exactly."""
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= size:
            return f"{value / size:.4g} {unit}", f"{value:,} bytes"
    return f"{value} bytes", f"{value:,} bytes"


PAGE = Page(name="targets", template="targets.html", urls=_urls, head=_head, context=_context)
