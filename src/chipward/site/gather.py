"""Reads what the site is made of: the data folder, and what the web build left beside this package."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from chipward.dataset.load import load_dataset
from chipward.errors import Misuse
from chipward.site.address import LOCK_JSON
from chipward.site.site import Site
from chipward.site.traces.exhibit import exhibits
from chipward.site.traces.gallery import gallery_files

STATIC = Path(__file__).parent / "static"

# What the site publishes of a data folder. A stray file beside these stays at home.
_DATA = (
    "explainers/*.json",
    "atlas/lineage.json",
    "targets/gpus.json",
    "targets/tpus.json",
    "evidence.lock.json",
    "schema/*.json",
)


def gather_site(
    data: Path, *, base_url: str | None = None, index_file: str = "index.html", traces: Sequence[Path] = ()
) -> Site:
    """Read everything now, so that what is shown together was written together.

    ``traces`` are the reader's own, and stand before those of the gallery.
    """
    dataset = load_dataset(data)
    found = {
        f"/data/{path.relative_to(data).as_posix()}": path.read_bytes()
        for pattern in _DATA
        for path in sorted(data.glob(pattern))
    }
    # Before the first check there is no lock; that nothing was checked is then said by one that is empty.
    no_lock = {LOCK_JSON: dataset.lock.model_dump_json(by_alias=True, indent=2).encode()}
    return Site(
        dataset=dataset,
        data_files=no_lock | found,
        static_files=read_static_files(),
        base_url=base_url,
        index_file=index_file,
        traces=exhibits((*traces, *gallery_files()), yours=traces),
    )


def read_static_files() -> Mapping[str, bytes]:
    """The built web files by name. Misuse if there are none."""
    found = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in _static_paths()}
    if not found:
        message = "the web files have not been built; run `make web`, or install chipward from its wheel"
        raise Misuse(message)
    return found


def state_of(data: Path, traces: Sequence[Path] = ()) -> tuple[tuple[str, int, int], ...]:
    """Something that differs once a data file, a built web file or a trace was changed, added or removed."""
    facts = [path for pattern in _DATA for path in sorted(data.glob(pattern))]
    paths = [*facts, *_static_paths(), *traces, *gallery_files()]
    return tuple((path.as_posix(), stat.st_mtime_ns, stat.st_size) for path in paths for stat in (path.stat(),))


def _static_paths() -> Iterator[Path]:
    # Names that begin with a dot are marks of the build.
    return (path for path in sorted(STATIC.rglob("*")) if path.is_file() and not path.name.startswith("."))
