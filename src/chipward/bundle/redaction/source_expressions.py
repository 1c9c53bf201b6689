"""The parts of a program's source that somebody may quote: its expressions and statements, in every spelling."""

import ast
import re
import warnings
from collections.abc import Iterator

SHORTEST_PART = 6  # characters of an expression that says something: `x + 1` does not

_LINE_END = re.compile(r"\r\n|\r|\n")  # as Python counts the lines of a file
_COMMENT = re.compile(r"(?:^|\s)\s*#.*")
_REMARK = re.compile(r"(?:^|\s)\s*# .*")
_NAME = re.compile(r"[-+~\w.]+")  # names stay, and so do plain numbers
_NUMBERS = re.compile(r"[-+\d\s.,:()\[\]e]+")  # a shape that a compiler writes looks like one in the source


def expressions(source: str) -> set[str]:
    """Return the expressions and statements of a file. There is none where the file is not Python."""
    source = source.removeprefix("\ufeff")
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a cell with magics, another encoding
        return set()
    lines = [line.encode() for line in _LINE_END.split(source)]
    return {
        part
        for node in ast.walk(tree)
        if _is_quotable(node)
        for part in _spellings(_lines_of(node, lines))
        if _says(part)
    }


def _is_quotable(node: ast.AST) -> bool:
    """Whether a node is said in one piece. What holds a block is said line by line."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.expr | ast.stmt) and not isinstance(getattr(node, "body", None), list)


def _lines_of(node: ast.AST, lines: list[bytes]) -> list[str]:
    """The physical lines of a node, from its first column to its last. Python counts columns in bytes."""
    if not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None:
        return []
    own = lines[node.lineno - 1 : node.end_lineno]
    if own:
        own[-1] = own[-1][: node.end_col_offset]
        own[0] = own[0][node.col_offset :]
    return [line.decode(errors="replace") for line in own]


def _spellings(lines: list[str]) -> Iterator[str]:
    """One line as it stands; of several, each of them, all of them, and all in one line with and without comments."""
    yield "\n".join(lines)
    for spelled in (lines, [_REMARK.sub("", line) for line in lines], [_COMMENT.sub("", line) for line in lines]):
        yield " ".join(" ".join(spelled).split())
        if len(lines) > 1:
            yield from (line.strip() for line in spelled)


def _says(part: str) -> bool:
    return len(part) >= SHORTEST_PART and not _NAME.fullmatch(part) and not _NUMBERS.fullmatch(part) and _holds(part)


def _holds(part: str) -> bool:
    """Whether it holds an operator, a call, a subscript or a space between its brackets, quotes and commas."""
    return not part.strip("'\"()[]{},: ").replace("_", "").replace(".", "").isalnum() or part.endswith((")", "]"))
