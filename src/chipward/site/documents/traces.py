"""What the viewer reads of a trace: its index, the bytes of its artifacts and the edges of its maps."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial

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
            found[bundle_url(exhibit.slug)] = Download(
                filename=f"{exhibit.slug}.chipward",
                is_text=False,
                size=exhibit.path.stat().st_size,
                mark=None,
                chunks=partial(_file, exhibit),
            )
    return found


def _raw(exhibit: Exhibit, artifact: Artifact) -> Download:
    return Download(
        filename=filename(artifact),
        is_text=artifact.lines is not None,
        size=artifact.bytes,
        mark=artifact.sha256,
        chunks=partial(exhibit.bundle.stream, artifact.id),
    )


def _file(exhibit: Exhibit) -> Iterator[bytes]:
    with exhibit.path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


DOCUMENT = Document(_contents, _downloads)
