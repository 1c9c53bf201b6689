"""Download the released packages that the data quotes, so that the tests can find every such quote again.

Usage: python scripts/download_packages.py FOLDER
"""

import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from chipward.dataset.load import load_dataset
from chipward.dataset.verify.shelves.packages import Packages
from chipward.model.citation import Source
from chipward.model.missing import Missing


def quoted_releases() -> Mapping[str, list[Source]]:
    """Every release that the data quotes, as pip names it, with the sources that it holds."""
    dataset = load_dataset()
    releases = defaultdict(list)
    for source in (source for file in dataset.documents for source in file.sources):
        if source.release:
            releases[f"{source.release.package}=={source.release.version}"].append(source)
    return releases


def ways_to_ask(wanted: str) -> Iterable[list[str]]:
    """A wheel for this Python; one for a newer Python, since it is only read; the source package."""
    package = wanted.partition("==")[0]
    yield ["--only-binary", ":all:"]
    yield ["--only-binary", ":all:", "--python-version", "3.13"]
    yield ["--no-binary", package]


def holds(folder: Path, sources: list[Source]) -> bool:
    """Whether the packages in a folder hold the files of all these sources."""
    found = Packages([folder]).find(sources)
    return found.keys() == set(sources) and not any(isinstance(held, Missing) for held in found.values())


def download(wanted: str, sources: list[Source], folder: Path) -> None:
    """Put the first form of a release that holds the quoted files into the folder."""
    for options in ways_to_ask(wanted):
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch]
            outcome = subprocess.run([*pip, *options, wanted], capture_output=True, check=False)
            if outcome.returncode == 0 and holds(Path(scratch), sources):
                for file in Path(scratch).iterdir():
                    shutil.move(file, folder / file.name)
                return
    sys.exit(f"No form of {wanted} that pip can download holds all the files that the data quotes from it.")


def main() -> None:
    """Download into the folder that is named on the command line what it does not have yet."""
    if len(sys.argv) != 2:  # noqa: PLR2004 -- the script and its argument
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        sys.exit(f"{folder} cannot be the folder for packages ({refused.strerror}); name another.")
    for wanted, sources in sorted(quoted_releases().items()):
        if not holds(folder, sources):
            print(f"Downloading {wanted} ...", flush=True)
            download(wanted, sources, folder)


if __name__ == "__main__":
    main()
