"""A page of the site, read as a browser reads it, far enough to ask what it holds."""

from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
ADDRESSES = {"href", "src", "action", "data-index", "data-root", "poster", "srcset", "xlink:href"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    parents: tuple[str, ...]
    pieces: list[str] = field(default_factory=list)

    @cached_property
    def text(self) -> str:
        return "".join(self.pieces)


@dataclass
class Page:
    elements: list[Element] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # tags that do not nest

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    @cached_property
    def ids(self) -> list[str]:
        return [element.attributes["id"] for element in self.elements if "id" in element.attributes]

    @cached_property
    def addresses(self) -> list[tuple[Element, str, str]]:
        return [
            (element, name, value)
            for element in self.elements
            for name, value in element.attributes.items()
            if name in ADDRESSES
        ]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, tuple(one.tag for one in self.open))
        if len(element.attributes) != len(attrs):
            self.page.faults.append(f"<{tag}> has an attribute twice")
        self.page.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1].tag != tag:
            inside = self.open[-1].tag if self.open else "nothing"
            self.page.faults.append(f"</{tag}> closes <{inside}>")
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.pieces.append(data)


def read_page(text: str) -> Page:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.page.faults += [f"<{element.tag}> stays open" for element in reader.open]
    return reader.page


def read_file(path: Path) -> Page:
    return read_page(path.read_text(encoding="utf-8"))


def visible_text(page: Page) -> str:
    """The words of the page, one space between them."""
    return " ".join(page.all("main")[0].text.split())
