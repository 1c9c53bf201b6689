"""Released packages in folders: wheels, source packages, and installed trees. The check that pip alone can repeat."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from packaging.utils import (
    InvalidName,
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

from chipward.dataset.verify.shelves.archive import Archive, Broken, InstalledTree, SourceTar, SourceZip, Wheel
from chipward.dataset.verify.shelves.shelf import Held, entries_of, missing
from chipward.dataset.verify.unwrap import unwrap
from chipward.model.citation import Release, Source
from chipward.model.missing import Missing

_File = tuple[bytes, Archive]  # what a file holds, and what held it

DEEPEST = 3  # folders below the one that was named


class Packages:
    """The packages below some folders, found by name and version."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._archives: dict[str, list[tuple[Version, Archive]]] = defaultdict(list)
        for folder in folders:
            for name, version, archive in _packages_below(folder, DEEPEST):
                self._archives[name].append((version, archive))

    def __len__(self) -> int:
        """How many packages were found."""
        return sum(map(len, self._archives.values()))

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Return the files of releases that are here, each package opened once."""
        releases: dict[tuple[str, str], dict[Release, None]] = defaultdict(dict)
        for source in sources:
            if source.release:
                releases[source.release.package, source.release.version][source.release] = None
        found: dict[Release, _File | str] = {}
        for wanted in releases.values():
            found.update(self._read(tuple(wanted)))
        return {source: _answer(source, found[source.release]) for source in sources if source.release}

    def _read(self, releases: Sequence[Release]) -> Mapping[Release, _File | str]:
        """Return files of one release, or for each of them why it cannot be had."""
        name = f"{releases[0].package} {releases[0].version}"
        left = {release.path: release for release in releases}
        found: dict[Release, _File | str] = {}
        reason = f"no folder of packages holds {name}"
        for archive in self._matching(releases[0]):
            try:
                contents = archive.read(tuple(left))
            except Broken as broken:
                reason = str(broken)
                continue
            reason = f"{name} is there, but has no such file"
            for path, content in contents.items():
                found[left.pop(path)] = (content, archive)
        return found | {release: f"{reason} ({release.path})" for release in left.values()}

    def _matching(self, release: Release) -> list[Archive]:
        """Archives of a release; a build of it for some machine (2.13.0+cpu) will do."""
        try:
            version = Version(release.version)
        except InvalidVersion:
            return []
        here = self._archives.get(canonicalize_name(release.package), [])
        exact = [archive for found, archive in here if found == version]
        builds = [archive for found, archive in here if found != version and Version(found.public) == version]
        return exact + builds


def _answer(source: Source, found: _File | str) -> Held | Missing:
    if isinstance(found, str):
        return missing(source, found)
    release, (content, archive) = cast("Release", source.release), found
    source_only = " --no-binary :all:" if archive.from_source else ""
    obtain = f"pip download --no-deps{source_only} -d packages {release.package}=={release.version}"
    found_in = f"{release.package} {release.version} (PyPI)"
    return Held(unwrap(source, content), found_in, obtain, "--packages packages")


def _packages_below(folder: Path, deeper: int) -> Iterator[tuple[str, Version, Archive]]:
    entries = entries_of(folder)
    installed = [entry for entry in entries if entry.name.endswith(".dist-info") and entry.is_dir()]
    for entry in installed:
        name, _, version = entry.name.removesuffix(".dist-info").rpartition("-")
        yield from _valid(name, version, InstalledTree(folder))
    for entry in entries:
        if entry.is_file():
            yield from _packaged(entry)
        elif deeper and not installed and entry.is_dir():  # modules of an installed tree hold no packages
            yield from _packages_below(entry, deeper - 1)


def _packaged(file: Path) -> Iterable[tuple[str, Version, Archive]]:
    try:
        if file.name.endswith(".whl"):
            name, version, *_ = parse_wheel_filename(file.name)
            return [(name, version, Wheel(file))]
        if file.name.endswith(".tar.gz"):
            return [(*parse_sdist_filename(file.name), SourceTar(file))]
        if file.name.endswith(".zip"):
            return [(*parse_sdist_filename(file.name), SourceZip(file))]
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidName, InvalidVersion):
        pass  # some other file that only ends like a package
    return []


def _valid(name: str, version: str, archive: Archive) -> Iterable[tuple[str, Version, Archive]]:
    try:
        return [(canonicalize_name(name), Version(version), archive)]
    except InvalidVersion:
        return []
