"""Columns as a trace tells them: in characters. Python counts them in bytes of UTF-8."""


def in_characters(line: str, span: tuple[int, int]) -> tuple[int, int]:
    """The columns of an expression in a line, whose bytes Python counted: the end excluded, both from 0."""
    if line.isascii():
        return span
    start, stop = span
    raw = line.encode("utf-8", "surrogateescape")
    return len(raw[:start].decode(errors="replace")), len(raw[:stop].decode(errors="replace"))
