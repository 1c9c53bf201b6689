"""Reads what the site is made of: the data folder, and what the web build left beside this package."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from chipward.dataset.load import load_dataset
from chipward.errors import Misuse
from chipward.site.site import Site

# What the site publishes of a data folder. A stray file beside these stays at home.
_DATA = ("explainers/*.json", "atlas/lineage.json", "evidence.lock.json", "schema/*.json")


def gather_site(data: Path, *, base_url: str | None = None, index_file: str = "index.html") -> Site:
    """Read everything now, so that what is shown together was written together."""
    return Site(
        dataset=load_dataset(data),
        data_files={
            f"/data/{path.relative_to(data).as_posix()}": path.read_bytes()
            for pattern in _DATA
            for path in sorted(data.glob(pattern))
        },
        static_files=read_static_files(),
        base_url=base_url,
        index_file=index_file,
    )


def read_static_files() -> Mapping[str, bytes]:
    """The built web files by name. Misuse if there are none."""
    found = dict(_walk(files("chipward.site") / "static", ""))
    if not found:
        message = "the web files have not been built; run `make web`, or install chipward from its wheel"
        raise Misuse(message)
    return found


def state_of(data: Path) -> tuple[tuple[str, int, int], ...]:
    """Something that differs once a data file was changed, added or removed."""
    paths = (path for pattern in _DATA for path in sorted(data.glob(pattern)))
    return tuple((path.as_posix(), stat.st_mtime_ns, stat.st_size) for path in paths for stat in (path.stat(),))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry.read_bytes()
