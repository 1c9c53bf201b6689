"""A trace inside of one page: its index, its texts and its maps as blocks of data that no browser runs.

An index is JSON in which no `<` stands; everything else is base64 of a zlib stream.
"""

import base64
import json
import zlib
from collections.abc import Iterator

from markupsafe import Markup

from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.view import TraceView

_LEVEL = 6  # nine takes five times as long, and saves a hundredth


def embed(exhibit: Exhibit, view: TraceView, *, binaries: bool) -> Markup:
    """Every block. ``binaries`` takes along what cannot be shown, too, for a page that stands alone."""
    return Markup("\n").join([_index(view), *_texts(exhibit, binaries=binaries), *_maps(exhibit)])


def _index(view: TraceView) -> Markup:
    value = json.dumps(view.model_dump(mode="json", by_alias=True), ensure_ascii=True, separators=(",", ":"))
    safe = value.replace("<", "\\u003c")  # in JSON it stands within strings alone
    return Markup(f'<script type="application/json" id="trace_index">{safe}</script>')  # noqa: S704 -- no < in it


def _texts(exhibit: Exhibit, *, binaries: bool) -> Iterator[Markup]:
    told: set[str] = set()
    for artifact in exhibit.trace.artifacts:
        if artifact.sha256 not in told and (binaries or artifact.lines is not None):
            told.add(artifact.sha256)
            yield _block(f"raw_{artifact.sha256}", exhibit.bundle.raw(artifact.id))


def _maps(exhibit: Exhibit) -> Iterator[Markup]:
    for entry in exhibit.trace.maps:
        yield _block(f"map_{entry.id}", exhibit.map_bytes(entry.id))


def _block(name: str, content: bytes) -> Markup:
    packed = base64.b64encode(zlib.compress(content, _LEVEL)).decode("ascii")
    return Markup('<script type="application/octet-stream" id="{}">{}</script>').format(name, packed)
