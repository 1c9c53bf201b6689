"""A page of the site, read as a browser reads it, far enough to ask what it holds."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
ADDRESSES = {"href", "src", "action", "data-index", "data-root", "poster", "srcset", "xlink:href"}


@dataclass(slots=True)
class Element:
    tag: str
    attributes: dict[str, str]
    parents: tuple[str, ...]
    pieces: list[str]  # all text of the page
    first: int  # of these, the first that stands in the element
    end: int | None = None  # and the first behind it

    @property
    def text(self) -> str:
        return "".join(self.pieces[self.first : self.end])


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
        self.parents: list[tuple[str, ...]] = [()]  # of what comes next, and of what came when each was open
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(
            tag, {name: value or "" for name, value in attrs}, self.parents[-1], self.pieces, len(self.pieces)
        )
        if len(element.attributes) != len(attrs):
            self.page.faults.append(f"<{tag}> has an attribute twice")
        self.page.elements.append(element)
        if tag in VOID:
            element.end = element.first
        else:
            self.open.append(element)
            self.parents.append((*self.parents[-1], tag))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._close()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1].tag != tag:
            inside = self.open[-1].tag if self.open else "nothing"
            self.page.faults.append(f"</{tag}> closes <{inside}>")
            return
        self._close()

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def _close(self) -> None:
        self.open.pop().end = len(self.pieces)
        self.parents.pop()


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Elements by the million are made, and none is garbage, now or later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def read_page(text: str) -> Page:
    reader = _Reader()
    with _without_collecting():
        reader.feed(text)
        reader.close()
    reader.page.faults += [f"<{element.tag}> stays open" for element in reader.open]
    return reader.page


def read_file(path: Path) -> Page:
    return read_page(path.read_text(encoding="utf-8"))


@cache
def read_built(path: Path) -> Page:
    """A page of a site that stays as it was built."""
    return read_file(path)


def visible_text(page: Page) -> str:
    """The words of the page, one space between them."""
    return " ".join(page.all("main")[0].text.split())
