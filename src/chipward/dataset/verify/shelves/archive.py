"""Opening packages that strangers made: nothing is unpacked, sizes are bounded, links lead nowhere."""

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol

from chipward.dataset.verify.shelves.shelf import LARGEST

_METADATA = ".dist-info"
LARGEST_ARCHIVE = 8 * 2**30  # bytes of all files together, unpacked


# Whatever the readers of the standard library raise over a file that is damaged or made to mislead them.
_DAMAGE = (
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
)


class Broken(Exception):  # noqa: N818 -- it says what the archive is
    """An archive that cannot be read: one sentence with the remedy."""


class Archive(Protocol):
    """A package as a thing that files can be read from, by their paths in the release."""

    from_source: bool  # a source package, which pip only downloads when told to

    def read(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of the files that are here."""
        ...


class Wheel:
    """A wheel: a zip whose paths are those of the installed package."""

    from_source = False

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of the files that are here."""
        return _read_zip(self._file, {_as_released(path): path for path in paths}, _as_released)


class SourceZip:
    """A source package as a zip: paths are counted from below its top folder."""

    from_source = True

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of the files that are here."""
        return _read_zip(self._file, {path: path for path in paths}, _below_top)


class SourceTar:
    """A source package as a compressed tar, read once from front to back and no further than needed."""

    from_source = True

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of the files that are here."""
        wanted, found, seen = set(paths), dict[str, bytes](), 0
        try:
            with tarfile.open(self._file, "r|gz") as archive:
                for member in archive:
                    seen += member.size
                    if seen > LARGEST_ARCHIVE:
                        message = f"{self._file.name} unpacks to more than {LARGEST_ARCHIVE:,} bytes; it is no package"
                        raise Broken(message)
                    path = _below_top(member.name)
                    stream = archive.extractfile(member) if path in wanted and member.isreg() else None
                    if stream:
                        found[path] = _bounded(stream, self._file, path)
                        if len(found) == len(wanted):
                            break
        except _DAMAGE as error:
            raise _broken(self._file, error) from None
        return found


class InstalledTree:
    """A folder that packages were installed into."""

    from_source = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def read(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """Return those of the files that are here."""
        found = {}
        for path in paths:
            file = self._locate(path)
            try:
                if file.is_file() and file.resolve().is_relative_to(self._folder):
                    with file.open("rb") as stream:
                        found[path] = _bounded(stream, file, path)
            except OSError as error:
                raise _broken(self._folder, error) from None
        return found

    def _locate(self, path: str) -> Path:
        top, _, rest = path.partition("/")
        if top.endswith(_METADATA):
            for folder in sorted(self._folder.glob(f"*{_METADATA}")):
                if _as_released(folder.name) == _as_released(top):
                    return folder / rest
        return self._folder / path


def _read_zip(file: Path, wanted: Mapping[str, str], spell: Callable[[str], str]) -> Mapping[str, bytes]:
    """Read members of a zip. ``wanted`` maps the spelling of a name to the path that was asked for."""
    found = {}
    try:
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                path = wanted.get(spell(info.filename))
                if path and not info.is_dir():
                    with archive.open(info) as stream:
                        found[path] = _bounded(stream, file, path)
    except _DAMAGE as error:
        raise _broken(file, error) from None
    return found


def _as_released(path: str) -> str:
    """Spell torch-2.13.0+cpu.dist-info/METADATA, of one build, as torch-2.13.0.dist-info/METADATA."""
    top, slash, rest = path.partition("/")
    if not top.endswith(_METADATA):
        return path
    return top.removesuffix(_METADATA).partition("+")[0] + _METADATA + slash + rest


def _below_top(name: str) -> str:
    return name.removeprefix("./").partition("/")[2]


def _bounded(stream: IO[bytes], file: Path, path: str) -> bytes:
    content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        message = f"{path} in {file.name} has more than {LARGEST:,} bytes; quote from a smaller file"
        raise Broken(message)
    return content


def _broken(file: Path, error: Exception) -> Broken:
    return Broken(f"{file.name} cannot be read as a package ({error}); download it again")
