"""The data files and their schemas, byte for byte."""

from collections.abc import Callable, Mapping
from functools import partial

from chipward.site.document import Document
from chipward.site.site import Site


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {url: partial(bytes, content) for url, content in site.data_files.items()}


DOCUMENT = Document(_contents)
