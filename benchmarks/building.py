"""Building the whole site as a folder."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bench import Bench
from benchmarks.figure import Bare, Figure
from benchmarks.stopwatch import best, python_seconds, seconds
from chipward.dataset.load import data_folder


def read_and_compress() -> None:
    """The least that publishing the data takes."""
    for path in data_folder().rglob("*.json"):
        gzip.compress(path.read_bytes())


def run(bench: Bench) -> Iterator[Figure]:
    """Build into an empty folder each time."""
    del bench
    with TemporaryDirectory() as folder:
        out = (Path(folder) / str(number) for number in range(100))
        whole = best(lambda: python_seconds(["-m", "chipward", "build", next(out)]))
    yield Figure(
        "Build the site", whole, "s", bare=Bare("reading and compressing the data", seconds(read_and_compress))
    )
