"""Expressions in files of Python: read from frames in the program, and from records after it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any


@dataclass(frozen=True)
class Place:
    """An expression in a file."""

    file: str
    function: str
    line: int
    last: int
    columns: tuple[int, int] | None = None  # in bytes; the end may lie in a later line


def spot(frame: FrameType) -> dict[str, Any]:
    """Where a frame stands, as a record: file, function, line, and the columns of the expression, in bytes."""
    return spot_in(frame.f_code, frame.f_lasti, frame.f_lineno)


def spot_in(code: CodeType, instruction: int, line: int) -> dict[str, Any]:
    """Where an instruction stands; the line is told where Python keeps no position of it."""
    told: dict[str, Any] = {"file": code.co_filename, "function": code.co_qualname, "line": line}
    for index, (first, last, start, stop) in enumerate(code.co_positions()):
        if index == instruction // 2:
            if first is not None and start is not None:
                told |= {"line": first, "last": last, "columns": [start, stop]}
            break
    return told


def read_place(told: Mapping[str, Any]) -> Place:
    """Read such a record."""
    columns = told.get("columns")
    line = told["line"]
    return Place(told["file"], told["function"], line, told.get("last", line), tuple(columns) if columns else None)
