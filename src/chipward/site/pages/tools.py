"""The tools that explainers share, and what each is there."""

from collections.abc import Iterable, Mapping

from chipward.dataset.tables import shared_tools
from chipward.site.address import TOOLS_JSON
from chipward.site.meetings import meetings
from chipward.site.page import Head, Page
from chipward.site.site import Site


def _urls(_site: Site) -> Iterable[str]:
    return ("/tools/",)


def _head(site: Site, _url: str) -> Head:
    names = ", ".join(row.name for row in shared_tools(site.dataset))
    return Head(
        title="Tools the paths share · chipward",
        description=f"Which explainer passes through which tool, and in what role: {names}.",
        twin=TOOLS_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    rows = shared_tools(site.dataset)
    return {
        "rows": rows,
        "meetings": {row.tool: meetings(site.dataset, row.tool) for row in rows},
    }


PAGE = Page(name="tools", template="tools.html", urls=_urls, head=_head, context=_context)
