"""The tables at the head of HLO text that say which line of Python an instruction is from.

FileNames
1 "/src/sim.py"

FunctionNames
1 "step"

FileLocations
1 {file_name_id=1 function_name_id=1 line=23 end_line=23 column=44 end_column=51}

StackFrames
2 {file_location_id=1 parent_frame_id=2}

A frame's printed parent is the id of its parent plus one: 2 stands for frame 1, and frame 1 that names 1 has none.
"""

import re
from typing import NamedTuple

SECTIONS = frozenset({"FileNames", "FunctionNames", "FileLocations", "StackFrames"})
_ROW = re.compile(r'(\d{1,9}) (?:"(.*)"|\{(.*)\})$')
_FIELD = re.compile(r"(\w+)=(\d{1,9})\b")
_DEEPEST = 100  # frames of a stack


class Frame(NamedTuple):
    """A place in Python. Columns count what Python counts, bytes, from 0, the end excluded; -1 where unknown."""

    file: str
    line: int
    end_line: int
    column: int
    end_column: int
    function: str


class Tables:
    """The tables, row by row as the text is read."""

    def __init__(self) -> None:
        self._names: dict[str, dict[int, str]] = {"FileNames": {}, "FunctionNames": {}}
        self._rows: dict[str, dict[int, dict[str, int]]] = {"FileLocations": {}, "StackFrames": {}}
        self._stacks: dict[int, tuple[Frame, ...]] = {}

    def add(self, section: str, line: str) -> bool:
        """Take a row of a section; False if the line is none."""
        row = _ROW.match(line)
        if row is None:
            return False
        if section in self._names:
            self._names[section][int(row[1])] = row[2] or ""
        else:
            self._rows[section][int(row[1])] = {key: int(value) for key, value in _FIELD.findall(row[3] or "")}
        return True

    def stack(self, frame: int) -> tuple[Frame, ...]:
        """The places of a stack, innermost first; none if the frame is unknown."""
        if frame not in self._stacks:
            self._stacks[frame] = tuple(self._walk(frame))
        return self._stacks[frame]

    def _walk(self, frame: int) -> list[Frame]:
        found: list[Frame] = []
        seen: set[int] = set()
        while frame in self._rows["StackFrames"] and frame not in seen and len(found) < _DEEPEST:
            seen.add(frame)
            row = self._rows["StackFrames"][frame]
            place = self._rows["FileLocations"].get(row.get("file_location_id", 0))
            if place is not None:
                found.append(self._place(place))
            frame = row.get("parent_frame_id", 0) - 1
        return found

    def _place(self, row: dict[str, int]) -> Frame:
        file = self._names["FileNames"].get(row.get("file_name_id", 0), "")
        function = self._names["FunctionNames"].get(row.get("function_name_id", 0), "")
        line = row.get("line", 0)
        return Frame(file, line, row.get("end_line", line), row.get("column", -1), row.get("end_column", -1), function)
