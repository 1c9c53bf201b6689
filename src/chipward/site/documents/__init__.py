"""Every kind of document, in one alphabetical list."""

from chipward.site.document import Document
from chipward.site.documents import atom, data, listings, llms, pictures, robots, search_index, sitemap, static, traces

DOCUMENTS: tuple[Document, ...] = (
    atom.DOCUMENT,
    data.DOCUMENT,
    listings.DOCUMENT,
    llms.DOCUMENT,
    pictures.DOCUMENT,
    robots.DOCUMENT,
    search_index.DOCUMENT,
    sitemap.DOCUMENT,
    static.DOCUMENT,
    traces.DOCUMENT,
)
