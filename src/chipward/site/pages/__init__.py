"""Every kind of page, in one alphabetical list."""

from chipward.site.page import Page
from chipward.site.pages import about, not_found

PAGES: tuple[Page, ...] = (about.PAGE, not_found.PAGE)


def _refuse_disorder(pages: tuple[Page, ...]) -> None:
    names = [page.name for page in pages]
    if names != sorted(set(names)):
        message = f"pages must be listed once each and in alphabetical order: {', '.join(names)}"
        raise ValueError(message)


_refuse_disorder(PAGES)
