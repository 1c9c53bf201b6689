"""Download the released packages that the data quotes, so that the tests can find every such quote again.

Usage: python scripts/download_packages.py FOLDER
"""

import subprocess
import sys
from pathlib import Path

from chipward.dataset.load import load_dataset
from chipward.model.citation import Release

# Newer than this Python, perhaps, but it is only read: quotes from it need no interpreter that runs it.
ANY_PYTHON = ["--python-version", "3.13", "--only-binary", ":all:"]


def quoted_releases() -> list[tuple[str, str]]:
    """Name and version of every package that a source of the data ships in."""
    dataset = load_dataset()
    releases = [source.release for file in (*dataset.explainers, dataset.atlas) for source in file.sources]
    return sorted({(release.package, release.version) for release in releases if isinstance(release, Release)})


def download(package: str, version: str, folder: Path) -> None:
    """Fetch one release: its wheel for this machine, else for a newer Python, else its source package."""
    stem = f"{package.replace('-', '_').replace('.', '_')}-{version}"
    if any(folder.glob(f"{stem}[-+.]*")):
        return
    print(f"Downloading {package} {version} ...", flush=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    wanted = f"{package}=={version}"
    attempts = [["--only-binary", ":all:"], ANY_PYTHON, ["--no-binary", package]]
    for options in attempts:
        outcome = subprocess.run([*pip, *options, wanted], capture_output=True, text=True, check=False)
        if outcome.returncode == 0:
            return
    sys.exit(f"pip could not download {wanted}: {outcome.stderr.strip().splitlines()[-1]}")


def main() -> None:
    """Download everything into the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for package, version in quoted_releases():
        download(package, version, folder)


if __name__ == "__main__":
    main()
