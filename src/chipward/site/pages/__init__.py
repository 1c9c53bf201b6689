"""Every kind of page, in one alphabetical list."""

from chipward.site.page import Page
from chipward.site.pages import (
    about,
    abreast,
    artifact,
    atlas,
    data,
    evidence,
    explainer,
    explainers,
    home,
    not_found,
    paths,
    search,
    targets,
    tools,
    trace,
    traces,
)

PAGES: tuple[Page, ...] = (
    about.PAGE,
    abreast.PAGE,
    artifact.PAGE,
    atlas.LIST,
    atlas.NODE,
    data.PAGE,
    evidence.PAGE,
    explainer.PAGE,
    explainers.PAGE,
    home.PAGE,
    not_found.PAGE,
    paths.PAGE,
    search.PAGE,
    targets.PAGE,
    tools.PAGE,
    trace.PAGE,
    traces.PAGE,
)


def _refuse_disorder(pages: tuple[Page, ...]) -> None:
    names = [page.name for page in pages]
    if names != sorted(set(names)):
        message = f"pages must be listed once each and in alphabetical order: {', '.join(names)}"
        raise ValueError(message)


_refuse_disorder(PAGES)
