"""The built web files: style sheet, scripts, fonts, icon."""

from collections.abc import Callable, Mapping
from functools import partial

from chipward.site.document import Document
from chipward.site.site import Site


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {f"/static/{name}": partial(bytes, content) for name, content in site.static_files.items()}


DOCUMENT = Document("static", _contents)
