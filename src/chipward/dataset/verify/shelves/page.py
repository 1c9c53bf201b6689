"""The text of a web page, as a reader sees it."""

from html.parser import HTMLParser

_SILENT = {"script", "style", "template", "noscript"}
_INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "cite",
    "code",
    "em",
    "i",
    "kbd",
    "mark",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
}
_INLINE |= {"sub", "sup", "tt", "u", "var", "wbr"}


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._silent += tag in _SILENT
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        self._silent = max(0, self._silent - (tag in _SILENT))
        self._break(tag)

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)

    def _break(self, tag: str) -> None:
        if tag not in _INLINE:
            self.parts.append("\n")  # two paragraphs are not one word


def text_of(content: bytes) -> bytes:
    """Return the words of an HTML page without its markup; what is no HTML stays as it is."""
    if b"<html" not in content[:4096].lower() and b"<!doctype html" not in content[:4096].lower():
        return content
    reader = _Text()
    reader.feed(content.decode("utf-8", errors="replace"))
    reader.close()
    return "".join(reader.parts).encode()
