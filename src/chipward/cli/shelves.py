"""The options that say where texts may be looked for, and the library made of them."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from chipward.dataset.verify.shelves.clones import Clones
from chipward.dataset.verify.shelves.library import Library
from chipward.dataset.verify.shelves.packages import Packages
from chipward.dataset.verify.shelves.shelf import Shelf
from chipward.errors import Misuse

SourceFolders = Annotated[
    list[Path] | None,
    typer.Option("--sources", metavar="DIR", help="A folder of git clones or mirrors; they are asked by commit."),
]
PackageFolders = Annotated[
    list[Path] | None,
    typer.Option("--packages", metavar="DIR", help="A folder of wheels, source packages or installed packages."),
]
Online = Annotated[
    bool, typer.Option("--online", help="Also look on the web. Without this nothing leaves the machine.")
]
CacheFolder = Annotated[
    Path | None, typer.Option("--cache", metavar="DIR", help="Where --online keeps what it fetched.")
]


@contextmanager
def library(
    packages: Sequence[Path],
    sources: Sequence[Path],
    *,
    online: bool,
    cache: Path | None,
    say: Callable[[str], None],
) -> Iterator[Library]:
    """Put up the shelves that were asked for: packages first, which anyone can have again."""
    shelves: list[Shelf] = []
    if packages:
        shelves.append(_stocked(Packages(_folders(packages)), packages, "wheel, source package or installed package"))
    if sources:
        shelves.append(_stocked(Clones(_folders(sources)), sources, "git clone"))
    if not online:
        if not shelves:
            message = "there is nothing to look in; add --packages DIR, --sources DIR or --online"
            raise Misuse(message)
        yield Library(shelves)
        return
    # Only who goes online waits for the web client to load.
    from chipward.dataset.verify.shelves.download import Downloads  # noqa: PLC0415
    from chipward.dataset.verify.shelves.web import Web  # noqa: PLC0415

    with Downloads(cache or _default_cache(), say) as downloads:
        yield Library([*shelves, Web(downloads)])


def _folders(folders: Sequence[Path]) -> Sequence[Path]:
    for folder in folders:
        if not folder.is_dir():
            message = f"{folder} is not a folder; name one that exists"
            raise Misuse(message)
    return folders


def _stocked(shelf: Packages | Clones, folders: Sequence[Path], things: str) -> Shelf:
    if not len(shelf):
        message = f"there is no {things} below {', '.join(map(str, folders))}; name a folder that holds some"
        raise Misuse(message)
    return shelf


def _default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "chipward"
