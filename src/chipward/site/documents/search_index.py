"""Everything the search box looks through, as a script: a page opened from file:// may load one, but not fetch."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from chipward.site.address import relative_link
from chipward.site.document import Document
from chipward.site.findable import findable
from chipward.site.site import Site

URL = "/search/index.js"


def _script(site: Site) -> bytes:
    entries = [
        [entry.kind, entry.name, entry.where, entry.text, relative_link("/", entry.url, site.index_file)]
        for entry in findable(site)
    ]
    # U+2028 and U+2029 are escaped with the rest of what is not ASCII, so JSON is JavaScript here.
    return f"window.chipwardIndex = {json.dumps(entries, separators=(',', ':'))};\n".encode()


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {URL: partial(_script, site)}


DOCUMENT = Document(_contents)
