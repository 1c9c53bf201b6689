"""Locations as MLIR spells them, from their names at the foot of a text to chains of places.

#loc16 = loc("/src/k.py":7:15)
#loc50 = loc(callsite(#loc17 at #loc46))
#loc55 = loc("total"(#loc50))
#loc60 = loc(fused<#meta>[#loc16, #loc17])
"""

import re
from collections.abc import Iterator, Mapping

from chipward.artifacts.gpu_code.places import UNKNOWN, Chain, Frame, number

_TOKEN = re.compile(r'\s*("[^"\\]*(?:\\.[^"\\]*)*"|#[\w.$-]+|[A-Za-z_]\w*|[0-9]+|[^\s\w"])')
_ESCAPED = re.compile(r"\\([0-9A-Fa-f]{2}|.)")
_DEEPEST = 100  # names and brackets within each other
_LONGEST = 64  # frames of a chain
_MOST = 16  # chains of a line that was made of several

Chains = tuple[Chain, ...]
_NOWHERE: Chains = ((UNKNOWN,),)


class _Unreadable(Exception):  # noqa: N818 -- never leaves this file: a location that is not understood says nothing
    pass


class Expressions:
    """The named locations of a text. What a name means is worked out when it is asked for."""

    def __init__(self, definitions: Mapping[str, str]) -> None:
        self._definitions = definitions
        self._known: dict[str, Chains] = {}

    def read(self, expression: str) -> Chains:
        """The chains that an expression stands for: what stands in the brackets of ``loc(…)``. None if unreadable."""
        if expression in self._known:
            return self._known[expression]
        try:
            found = self._whole(expression, 0)
        except _Unreadable:
            found = ()
        self._known[expression] = found
        return found

    def _whole(self, expression: str, depth: int) -> Chains:
        tokens = _Tokens(expression)
        found = self._location(tokens, depth)
        if not tokens.at_end:
            raise _Unreadable
        return found

    def _location(self, tokens: "_Tokens", depth: int) -> Chains:
        if depth > _DEEPEST:
            raise _Unreadable
        first = tokens.take()
        if first.startswith("#"):
            return self._named(first, depth)
        if first.startswith('"'):
            return self._file_or_name(first, tokens, depth)
        if first == "callsite":
            return self._call(tokens, depth)
        if first == "fused":
            return self._fused(tokens, depth)
        if first == "unknown":
            return _NOWHERE
        raise _Unreadable

    def _named(self, name: str, depth: int) -> Chains:
        found = self._known.get(name)
        if found is None:
            if name not in self._definitions:
                raise _Unreadable
            found = self._whole(self._definitions[name], depth + 1)
            self._known[name] = found
        return found

    def _file_or_name(self, quoted: str, tokens: "_Tokens", depth: int) -> Chains:
        if tokens.skip(":"):  # "/src/k.py":7:15, and for a range "/src/k.py":7:15 to :20
            line = tokens.take_number()
            column = tokens.take_number() if tokens.skip(":") else 0
            if tokens.skip("to"):
                while not tokens.at_end and tokens.next not in (")", ",", "]"):
                    tokens.take()
            return ((Frame(_unquoted(quoted), line, column),),)
        if not tokens.skip("("):  # "total": a name alone says nothing of a place
            return _NOWHERE
        found = self._location(tokens, depth + 1)
        tokens.expect(")")
        return found

    def _call(self, tokens: "_Tokens", depth: int) -> Chains:
        tokens.expect("(")
        inner = self._location(tokens, depth + 1)
        tokens.expect("at")
        outer = self._location(tokens, depth + 1)
        tokens.expect(")")
        found = tuple(one + other for one in inner for other in outer)
        if len(found) > _MOST or any(len(chain) > _LONGEST for chain in found):
            raise _Unreadable
        return found

    def _fused(self, tokens: "_Tokens", depth: int) -> Chains:
        if tokens.skip("<"):
            tokens.skip_metadata()
        tokens.expect("[")
        parts: list[Chain] = []
        while not tokens.skip("]"):
            parts += self._location(tokens, depth + 1)
            tokens.skip(",")
        told = tuple(dict.fromkeys(chain for chain in parts if any(frame.line for frame in chain)))
        if len(told) > _MOST:
            raise _Unreadable
        return told or _NOWHERE


class _Tokens:
    """An expression, token by token."""

    def __init__(self, text: str) -> None:
        self._rest = _split(text)
        self.next = next(self._rest, "")

    @property
    def at_end(self) -> bool:
        return not self.next

    def take(self) -> str:
        taken = self.next
        if not taken:
            raise _Unreadable
        self.next = next(self._rest, "")
        return taken

    def take_number(self) -> int:
        digits = self.take()
        if not (digits.isascii() and digits.isdecimal()):
            raise _Unreadable
        return number(digits)

    def skip(self, token: str) -> bool:
        found = self.next == token
        if found:
            self.take()
        return found

    def expect(self, token: str) -> None:
        if not self.skip(token):
            raise _Unreadable

    def skip_metadata(self) -> None:
        # Behind "fused<", up to the ">" that closes it.
        depth = 1
        while depth:
            depth += {"<": 1, ">": -1}.get(self.take(), 0)


def _split(text: str) -> Iterator[str]:
    # Never searches on behind what is no token: an open quote would be looked for from every place again.
    place, text = 0, text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _Unreadable
        yield found[1]
        place = found.end()


def _unquoted(quoted: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if len(found[1]) > 1 else found[1], quoted[1:-1])


def apart(line: str) -> tuple[str, str | None]:
    """An operation and the place behind it: ("%at = arith.muli %block, %c256 : i32", "#loc37")."""
    code = line.strip()
    if code.endswith(")"):
        start = code.rfind(" loc(")
        if start >= 0:
            return code[:start].rstrip(), code[start + len(" loc(") : -1]
    return code, None
