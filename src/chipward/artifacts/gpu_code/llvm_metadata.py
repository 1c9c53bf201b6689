"""The debug metadata of LLVM IR: from the number of a place to the chain of calls that it was inlined through."""

import re
from collections.abc import Iterable, Mapping

from chipward.artifacts.gpu_code.places import Chain, Frame, joined, number

# e.g. "!13 = !DILocation(line: 43, column: 17, scope: !14, inlinedAt: !16)"
_NODE = re.compile(
    r"!(?P<number>[0-9]+) = (?:distinct )?!DI(?P<kind>Location|File|Subprogram|LexicalBlock(?:File)?)"
    r"\((?P<fields>.*)\)\s*$"
)
# e.g. 'line: 43', 'scope: !14', 'filename: "k.py"'
_FIELD = re.compile(r'\b(?P<name>[A-Za-z]\w*): (?:"(?P<text>[^"]*)"|!(?P<node>[0-9]+)|(?P<value>[0-9]+))')
_ESCAPED = re.compile(r"\\([0-9A-Fa-f]{2})")
_DEEPEST = 64  # frames of a chain; blocks within a function

Fields = Mapping[str, str]


class Metadata:
    """The places, files and functions that a module describes."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._nodes: dict[str, tuple[str, Fields]] = {}
        self._chains: dict[str, Chain] = {}
        self._scopes: dict[str, tuple[str, str]] = {}
        for line in lines:
            if line.startswith("!") and (found := _NODE.match(line)):
                self._nodes[found["number"]] = found["kind"], _fields(found["fields"])

    def chain(self, place: str) -> Chain:
        """The chain of a place, by the number of its node; empty if the module does not describe it."""
        known = self._chains.get(place)
        if known is None:
            known = self._chains[place] = self._walk(place)
        return known

    def _walk(self, place: str) -> Chain:
        places: list[tuple[str, Fields]] = []
        here = place
        while here in self._nodes:
            if len(places) == _DEEPEST or self._nodes[here][0] not in ("Location", "Subprogram"):
                return ()
            fields = self._nodes[here][1]
            places.append((here, fields))
            here = fields.get("inlinedAt", "")
        return tuple(self._frame(node, fields) for node, fields in places)

    def _frame(self, place: str, fields: Fields) -> Frame:
        is_function = self._nodes[place][0] == "Subprogram"
        file, function = self._scope(place if is_function else fields.get("scope", ""))
        # A place without a line still tells what it was inlined into.
        return Frame(file, number(fields.get("line", "0")), number(fields.get("column", "0")), function)

    def _scope(self, scope: str) -> tuple[str, str]:
        # The file and the function of a scope: the innermost scope that names one of each.
        known = self._scopes.get(scope)
        if known is not None:
            return known
        file, here = "", scope
        for _ in range(_DEEPEST):
            kind, fields = self._nodes.get(here, ("", {}))
            file = file or self._file(fields.get("file", ""))
            if kind == "Subprogram" or not kind:
                break
            here = fields.get("scope", "")
        name = fields.get("name", "") if kind == "Subprogram" else ""
        self._scopes[scope] = file, name
        return file, name

    def _file(self, node: str) -> str:
        kind, fields = self._nodes.get(node, ("", {}))
        return joined(fields.get("directory", ""), fields.get("filename", "")) if kind == "File" else ""


def _fields(text: str) -> Fields:
    return {
        found["name"]: _unescaped(found["text"]) if found["text"] is not None else found["node"] or found["value"]
        for found in _FIELD.finditer(text)
    }


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
