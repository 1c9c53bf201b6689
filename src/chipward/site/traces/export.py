"""A trace as one page that stands alone: it opens from the disk, and its policy lets nothing else in.

The policy names style and script by their hash. What the trace holds is in blocks of data alone, and in escaped text.
"""

import base64
import re
from collections.abc import Mapping
from hashlib import sha256

from markupsafe import Markup

from chipward.dataset.folder import Dataset
from chipward.errors import Misuse
from chipward.model.artifact import Place
from chipward.site.render import make_environment
from chipward.site.traces.embed import embed
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.index import trace_view
from chipward.site.traces.page import viewer

_STYLES = ("site.css", "viewer.css")
_SCRIPT = "viewer.js"
_FONT = re.compile(r"""url\((?P<quote>["']?)(?P<name>[^"')]+\.woff2)(?P=quote)\)""")
_END = re.compile(r"</(?=script|style)", re.IGNORECASE)  # would end the element that it stands in


def export_page(exhibit: Exhibit, dataset: Dataset, static_files: Mapping[str, bytes]) -> str:
    """Write the page."""
    style = _FONT.sub(
        lambda font: _font(font["name"], static_files), "".join(_text(one, static_files) for one in _STYLES)
    )
    script = _text(_SCRIPT, static_files)
    view = trace_view(exhibit, dataset, lambda _: None)
    return (
        make_environment()
        .get_template("export.html")
        .render(
            viewer(exhibit, view, _in_viewer, embed(exhibit, view, binaries=True)),
            home=None,
            bundle=None,
            csp=_policy(style, script),
            style=Markup(style),  # noqa: S704 -- our own web files
            script=Markup(script),  # noqa: S704 -- likewise
        )
    )


def _policy(style: str, script: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "font-src data:",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def _in_viewer(place: Place) -> str:
    return f"#at={place.artifact}:{place.line}"


def _text(name: str, static_files: Mapping[str, bytes]) -> str:
    text = _file(name, static_files).decode()
    if _END.search(text):
        message = f"the web file {name} holds the end of an element, so it cannot stand inside of a page"
        raise Misuse(message)
    return text


def _font(name: str, static_files: Mapping[str, bytes]) -> str:
    packed = base64.b64encode(_file(name.removeprefix("./"), static_files)).decode()
    return f'url("data:font/woff2;base64,{packed}")'


def _file(name: str, static_files: Mapping[str, bytes]) -> bytes:
    try:
        return static_files[name]
    except KeyError:
        message = f"the web file {name} has not been built; run `make web`, or install chipward from its wheel"
        raise Misuse(message) from None
