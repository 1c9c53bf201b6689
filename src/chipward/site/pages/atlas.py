"""The atlas: every tool and language by kind, and a page for each."""

from collections.abc import Iterable, Mapping

from chipward.model.atlas import Node, NodeKind
from chipward.model.ids import NodeId
from chipward.site.address import LINEAGE_JSON, node_url
from chipward.site.lineage import descend, writings, written_with
from chipward.site.meetings import meetings, stages_written_in
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.words import in_a_row

HEADINGS = {
    NodeKind.LANGUAGE: "Languages",
    NodeKind.COMPILER: "Compilers",
    NodeKind.RUNTIME: "Runtimes",
    NodeKind.LIBRARY: "Libraries",
    NodeKind.FRAMEWORK: "Frameworks",
    NodeKind.IR: "Intermediate representations",
    NodeKind.INSTRUCTION_SET: "What a chip runs",
    NodeKind.DRIVER: "Drivers and platforms",
}
_SINGULAR = {
    NodeKind.LANGUAGE: "Language",
    NodeKind.COMPILER: "Compiler",
    NodeKind.RUNTIME: "Runtime",
    NodeKind.LIBRARY: "Library",
    NodeKind.FRAMEWORK: "Framework",
    NodeKind.IR: "Intermediate representation",
    NodeKind.INSTRUCTION_SET: "What a chip runs",
    NodeKind.DRIVER: "Driver or platform",
}


def _list_head(site: Site, _url: str) -> Head:
    return Head(
        title="Atlas: what each tool is written in · chipward",
        description=f"{len(site.dataset.atlas.nodes)} tools and languages, what each is written in, and who says so.",
        twin=LINEAGE_JSON,
    )


def _list_context(site: Site, _url: str) -> Mapping[str, object]:
    nodes = site.dataset.atlas.nodes
    by_kind = {HEADINGS[kind]: [node for node in nodes if node.kind is kind] for kind in NodeKind}
    return {
        "by_kind": {heading: found for heading, found in by_kind.items() if found},
        "names": _names(site),
        "writings": writings,
        "relations": sum(len(writings(node)) for node in nodes),
    }


def _node(site: Site, url: str) -> Node:
    return site.dataset.atlas.node[NodeId(url.removeprefix("/atlas/").removesuffix("/"))]


def _names(site: Site) -> Mapping[NodeId, str]:
    return {node.id: node.name for node in site.dataset.atlas.nodes}


def _node_head(site: Site, url: str) -> Head:
    node = _node(site, url)
    names = _names(site)
    answer = in_a_row([names[writing.node] for writing in writings(node)])
    return Head(
        title=f"What is {node.name} written in? · chipward",
        description=f"{node.name} is written in {answer}. {node.summary}" if answer else node.summary,
        twin=LINEAGE_JSON,
    )


def _node_context(site: Site, url: str) -> Mapping[str, object]:
    atlas = site.dataset.atlas
    node = _node(site, url)
    return {
        "node": node,
        "kind": _SINGULAR[node.kind],
        "names": _names(site),
        "writings": writings(node),
        "written_with": written_with(atlas, node.id),
        "descent": descend(atlas, node),
        "meetings": meetings(site.dataset, node.id),
        "stages": stages_written_in(site.dataset, node.id),
    }


LIST = Page(
    name="atlas",
    template="atlas.html",
    urls=lambda _site: ("/atlas/",),
    head=_list_head,
    context=_list_context,
)


def _node_urls(site: Site) -> Iterable[str]:
    return (node_url(node.id) for node in site.dataset.atlas.nodes)


NODE = Page(name="atlas-node", template="atlas-node.html", urls=_node_urls, head=_node_head, context=_node_context)
