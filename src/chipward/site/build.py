"""The static build: the whole site as a folder, which any web server can publish and any browser can open."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from chipward.errors import Misuse
from chipward.site.address import file_of
from chipward.site.gather import gather_site
from chipward.site.publication import Publication

_OF_A_URL = re.compile(r"[\w.~%!$&'()*+,;=:@/\[\]-]+", re.ASCII)  # neither a query nor a fragment
MANIFEST = ".chipward-build.json"  # which files are ours, so that a later build can take the stale ones away


def build(data: Path, out: Path, *, base_url: str | None = None, force: bool = False) -> tuple[str, ...]:
    """Write the site into ``out`` and return the names of its files.

    Everything is made before anything is written, each file is put in place whole, and files that are not
    ours stay: a folder may also hold a .git or a CNAME. The same data gives the same bytes.
    """
    earlier = _earlier_files(out, force=force)
    publication = Publication(gather_site(data, base_url=plain_base_url(base_url)))
    files = {file_of(url): publication.read(url) for url in publication.addresses}
    names = tuple(sorted(files))
    try:
        _note(out, {*earlier, *names})  # first, so that a build that was cut short can be done again
        for name, content in files.items():
            _put(out / name, content)
        _remove(out, set(earlier) - set(names))
        _note(out, names)
    except OSError as refused:
        reason = (refused.strerror or str(refused)).lower()
        message = f"cannot write {refused.filename or out} ({reason}); name another folder"
        raise Misuse(message) from None
    return names


def plain_base_url(base_url: str | None) -> str | None:
    """The base URL without its last slash. Misuse if it is none."""
    if base_url is None:
        return None
    if not _is_base_url(base_url):
        message = (
            f"{base_url!r} is not a base URL; write where the site will stand, in ASCII, "
            "like https://example.org/chipward/"
        )
        raise Misuse(message)
    return base_url.rstrip("/")


def _is_base_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets that do not close, a port that is no number
        return False
    return usable and _OF_A_URL.fullmatch(text) is not None and "@" not in parts.netloc


def _earlier_files(out: Path, *, force: bool) -> Iterable[str]:
    if not out.exists():
        return ()
    if not out.is_dir():
        message = f"{out} is a file; name a folder to build the site in"
        raise Misuse(message)
    manifest = out / MANIFEST
    if manifest.is_file():
        try:
            files = list(json.loads(manifest.read_bytes())["files"])
        except (ValueError, KeyError, TypeError):
            files = []
        return [name for name in files if isinstance(name, str) and _stays_inside(name)]
    if any(out.iterdir()) and not force:
        message = (
            f"{out} holds files that no earlier build wrote; name an empty folder, or add --force to build among them"
        )
        raise Misuse(message)
    return ()


def _stays_inside(name: str) -> bool:
    return not name.startswith("/") and "\0" not in name and ".." not in Path(name).parts


def _note(out: Path, names: Iterable[str]) -> None:
    _put(out / MANIFEST, (json.dumps({"files": sorted(names)}, indent=1) + "\n").encode())


def _put(path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return  # its date stays, so that a copy program has less to copy
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)  # left only by a full disk or a build that was cut short


def _remove(out: Path, stale: Iterable[str]) -> None:
    for name in sorted(stale):
        path = out / name
        if not path.is_file():
            continue  # somebody was faster, or put something else there
        path.unlink()
        for folder in path.parents:
            if folder == out or any(folder.iterdir()):
                break
            folder.rmdir()
