"""The built web files: style sheet, scripts, fonts, icon. The font that only we draw with stays at home."""

from collections.abc import Callable, Mapping
from functools import partial

from chipward.site.document import Document
from chipward.site.site import Site


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {
        f"/static/{name}": partial(bytes, content)
        for name, content in site.static_files.items()
        if not name.endswith(".ttf")
    }


DOCUMENT = Document(_contents)
