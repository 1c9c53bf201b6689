"""Lines of generated code that remember which node they were generated for, on their way through Inductor's buffers.

Inductor writes code into buffers of lines, indents them, splices buffers into others, and at the end joins the lines of
the last one. A `GeneratedLine` is the same text, as a string that also carries its origin: nothing that Inductor does
with a string comes out differently, and what does not know about origins drops them, so an origin can be lost but
never moved to another line.
"""

import contextlib
from collections.abc import Callable

from chipward.capture.tracers.torch.compile.foreign import Foreign


class Origins:
    """The nodes that one generated line computes: that which it was written for, then those that found it there."""

    __slots__ = ("is_guess", "nodes")

    def __init__(self, *nodes: Foreign) -> None:
        self.nodes = list(nodes)
        self.is_guess = False  # whether they may be those of an equal line elsewhere

    def add(self, node: Foreign) -> None:
        """Credit a further node: its expression was there already and is used again."""
        if node not in self.nodes:
            self.nodes.append(node)

    def as_guess(self) -> "Origins":
        """The same nodes, for a line that another of the same text may have been meant by."""
        guess = Origins(*self.nodes)
        guess.is_guess = True
        return guess


class GeneratedLine(str):
    """A line of code and the nodes it was written for."""

    __slots__ = ("origins",)
    origins: Origins

    @classmethod
    def of(cls, text: str, origins: Origins) -> "GeneratedLine":
        """The same text, with its origins."""
        line = cls(text)
        line.origins = origins
        return line

    def __getitem__(self, index: Foreign) -> "GeneratedLine":
        return GeneratedLine.of(str.__getitem__(self, index), self.origins)

    def lstrip(self, chars: str | None = None, /) -> "GeneratedLine":
        """The same line, less indented."""
        return GeneratedLine.of(str.lstrip(self, chars), self.origins)

    def replace(self, old: str, new: str, count: Foreign = -1, /) -> "GeneratedLine":
        """The same line with a word exchanged."""
        return GeneratedLine.of(str.replace(self, old, new, count), self.origins)


def origins_of(line: Foreign) -> Origins | None:
    """What a buffer's line was written for. Inductor's deferred lines hold their text in `line`."""
    text = getattr(line, "line", line)
    return text.origins if isinstance(text, GeneratedLine) else None


def mark_last(lines: list[Foreign], origins: Origins) -> None:
    """Give the last line of a buffer its origins."""
    last = lines[-1]
    if type(last) is str:
        lines[-1] = GeneratedLine.of(last, origins)
    elif type(getattr(last, "line", None)) is str:
        last.line = GeneratedLine.of(last.line, origins)


def writeline_marking(
    writeline: Callable[[Foreign, Foreign], None],
    current: Callable[[], Foreign | None],
    begun: Callable[[Origins], None],
) -> Callable[[Foreign, Foreign], None]:
    """`IndentedBuffer.writeline`; a line keeps its origins, and a new one takes those of the current node.

    What a new line was written for is told to `begun`.
    """

    def marking(self: Foreign, line: Foreign) -> None:
        lines = self._lines
        count = len(lines)
        writeline(self, line)
        with contextlib.suppress(Exception):  # a lost origin is counted in the map
            origins = origins_of(line)
            if origins is None:
                node = current()
                if node is None:
                    return
                origins = Origins(node)
                begun(origins)
            if len(lines) == count + 1:
                mark_last(lines, origins)

    return marking


def keeping_origins(rewrite: Callable[..., Foreign], lines_of: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """A function of Inductor that rewrites lines by regular expressions, line for line, with the origins put back."""

    def kept(code: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
        before = _all_origins(code)
        result = rewrite(code, *args, **kwargs)
        with contextlib.suppress(Exception):  # a lost origin is counted in the map
            after = lines_of(code, result)
            if len(after) == len(before):
                for index, origins in enumerate(before):
                    if origins is not None:
                        _put_back(after, index, origins)
        return result

    return kept


def _all_origins(code: Foreign) -> list[Origins | None]:
    with contextlib.suppress(Exception):  # this runs in the middle of a function of Inductor
        return [origins_of(line) for line in code._lines]  # noqa: SLF001 - Inductor reads them the same way
    return []


def _put_back(lines: Foreign, index: int, origins: Origins) -> None:
    line = lines[index]
    if isinstance(line, str):
        lines[index] = GeneratedLine.of(line, origins)
    elif isinstance(getattr(line, "line", None), str):
        line.line = GeneratedLine.of(line.line, origins)


def line_origins(buffer: Foreign) -> list[Origins | None]:
    """For each line of a buffer's text, what it was written for, as `getvaluewithlinemap` counts lines."""
    found: list[Origins | None] = []
    for line in buffer._lines:  # noqa: SLF001 - the buffer has no other door to its lines
        text = line if isinstance(line, str) else line() if callable(line) else None
        if text is not None:
            found += [origins_of(text)] * (1 + text.count("\n"))
    return found
