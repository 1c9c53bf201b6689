"""What the viewer reads of a trace: its index, the bytes of its artifacts and the edges of its maps."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from chipward.errors import Misuse
from chipward.model.artifact import Artifact
from chipward.site.address import relative_link
from chipward.site.document import Document, Download
from chipward.site.site import Site
from chipward.site.traces.address import bundle_url, filename, index_url, map_url, raw_url, trace_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.index import trace_view

_CHUNK = 1 << 20


def _index(site: Site, exhibit: Exhibit) -> bytes:
    here = trace_url(exhibit.slug)
    view = trace_view(exhibit, site.dataset, lambda target: relative_link(here, target, site.index_file))
    return (json.dumps(view.model_dump(mode="json", by_alias=True), ensure_ascii=False, indent=1) + "\n").encode()


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    found: dict[str, Callable[[], bytes]] = {}
    for exhibit in site.traces:
        found[index_url(exhibit.slug)] = partial(_index, site, exhibit)
        for entry in exhibit.trace.maps:
            found[map_url(exhibit.slug, entry.id)] = partial(exhibit.map_bytes, entry.id)
    return found


def _downloads(site: Site) -> Mapping[str, Download]:
    found: dict[str, Download] = {}
    for exhibit in site.traces:
        for artifact in exhibit.trace.artifacts:
            found[raw_url(exhibit.slug, artifact)] = _raw(exhibit, artifact)
        if exhibit.path.is_file():
            found[bundle_url(exhibit.slug)] = _bundle(exhibit)
    return found


def _raw(exhibit: Exhibit, artifact: Artifact) -> Download:
    return Download(
        filename=filename(artifact),
        is_text=artifact.lines is not None,
        size=artifact.bytes,
        mark=artifact.sha256,
        chunks=partial(_stream, exhibit, artifact),
    )


def _stream(exhibit: Exhibit, artifact: Artifact) -> Iterator[bytes]:
    # The bundle stays open for as long as its exhibit lives: a new edition of the site must not close it meanwhile.
    yield from exhibit.bundle.stream(artifact.id)


def _bundle(exhibit: Exhibit) -> Download:
    size = exhibit.path.stat().st_size
    return Download(
        filename=f"{exhibit.slug}.chipward",
        is_text=False,
        size=size,
        mark=None,
        chunks=partial(_file, exhibit.path, size),
    )


def _file(path: Path, size: int) -> Iterator[bytes]:
    """As many bytes as were promised, even if the file is written anew meanwhile."""
    left = size
    try:
        with path.open("rb") as file:
            while left and (chunk := file.read(min(_CHUNK, left))):
                left -= len(chunk)
                yield chunk
    except OSError as refused:
        message = f"{path}: cannot be read ({refused.strerror}); put it back, or open another bundle"
        raise Misuse(message) from None
    if left:
        message = f"{path}: was written anew while it was handed over; ask for it once more"
        raise Misuse(message)


DOCUMENT = Document(_contents, _downloads)
