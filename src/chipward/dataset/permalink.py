"""The address at which a reader sees the quoted words themselves."""

from urllib.parse import quote

from chipward.model.citation import Source

Lines = tuple[int, int] | None


def source_url(source: Source, lines: Lines = None, words: str = "") -> str | None:
    """Return the most exact address there is: lines of a file or words of a page. A released package has none."""
    if source.repository and source.revision and source.path:
        blob = f"https://github.com/{source.repository}/blob/{quote(source.revision)}/{quote(source.path)}"
        return f"{blob}{_lines(source.path, lines)}"
    if source.url:
        # Browsers that know text fragments scroll to the words and mark them; others ignore them.
        return f"{source.url}#:~:text={_fragment(words)}" if words and "#" not in source.url else source.url
    return None


def _lines(path: str, lines: Lines) -> str:
    if lines is None:
        return ""
    first, last = lines
    span = f"L{first}" if first == last else f"L{first}-L{last}"
    # GitHub draws Markdown and reStructuredText as pages, which have no lines; plain=1 shows the text.
    plain = "?plain=1" if path.lower().endswith((".md", ".rst", ".mdx", ".ipynb")) else ""
    return f"{plain}#{span}"


def _fragment(words: str) -> str:
    return quote(" ".join(words.split()), safe="").replace("-", "%2D")
