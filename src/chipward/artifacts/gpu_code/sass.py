"""SASS, the machine code of NVIDIA's GPUs, as `nvdisasm` lists it with `-g` or `-gi`, with or without `-hex`.

//## File "/lib/standard.py", line 263 inlined at "/src/k.py", line 24
//## File "/src/k.py", line 24
    /*0040*/                   FADD R0, R0, R7 ;                  /* 0x0000000700007221 */
                                                                  /* 0x000fca0000000000 */
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chipward.artifacts.gpu_code.places import Chain, Frame, Located, count_lines, number

_MARK = re.compile(
    r'\s*//## File "(?P<file>[^"]*)", line (?P<line>[0-9]+)'
    r'(?P<call> inlined at "(?P<outer>[^"]*)", line (?P<outer_line>[0-9]+))?'
)
_INSTRUCTION = re.compile(r"\s*/\*(?P<address>[0-9a-f]{4,16})\*/\s+(?P<text>[^;/\s][^;]*);")
_WORD = re.compile(r"/\* (0x[0-9a-f]{8,32}) \*/")
_NO_MARK = "no place is told before it in its function"
_LINE_0 = "made by the assembler (line 0)"
_PADDING = "padding behind the end of the function"


class Instruction(NamedTuple):
    """An instruction of the listing."""

    line: int
    address: int
    text: str  # without its semicolon; runs of white space are one blank
    words: tuple[str, ...]  # its encoding, where the listing shows it


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction, rather than a mark, a label, a directive or the second half of an encoding."""
    return _INSTRUCTION.match(line) is not None


def instructions(text: str) -> tuple[Instruction, ...]:
    """The instructions of a listing, in order."""
    return tuple(found for _, found in _read(text) if found)


def sass_lines(text: str) -> Located:
    """The instructions of a listing with their places. The loop and the empty instructions at its end have none."""
    here: Chain = ()
    marks: list[re.Match[str]] = []
    chains: dict[int, tuple[Chain, ...]] = {}
    silent: dict[int, str] = {}
    code: list[Instruction] = []
    for line, found in _read(text):
        if found:
            if marks:
                here, marks = _chain(marks), []
            code.append(found)
            if any(frame.line for frame in here):
                chains[found.line] = (here,)
            else:
                silent[found.line] = _LINE_0 if here else _NO_MARK
        elif mark := _MARK.match(line):
            marks.append(mark)
        elif line.lstrip().startswith((".section", "//-----")):
            _without_padding(code, chains, silent)
            here, marks, code = (), [], []
    _without_padding(code, chains, silent)
    return Located(count_lines(text), chains, silent)


def relinked_lines(shown: str, relinked: str) -> Located | None:
    """The places of one listing on the lines of another that holds the same instructions; nothing if it does not."""
    ours, theirs = instructions(shown), instructions(relinked)
    if [_meaning(one) for one in ours] != [_meaning(one) for one in theirs]:
        return None
    places = sass_lines(relinked)
    line_of = {other.line: one.line for one, other in zip(ours, theirs, strict=True)}
    return Located(
        count_lines(shown),
        {line_of[line]: chains for line, chains in places.chains.items()},
        {line_of[line]: why for line, why in places.silent.items()},
    )


def _meaning(instruction: Instruction) -> tuple[int, str, tuple[str, ...]]:
    return instruction.address, instruction.text, instruction.words


def _read(text: str) -> Iterator[tuple[str, Instruction | None]]:
    pending: Instruction | None = None
    before = ""
    for number_, line in enumerate(text.split("\n"), start=1):
        words = tuple(_WORD.findall(line)) if "/* 0x" in line else ()
        found = _INSTRUCTION.match(line)
        if found is None and words and pending:
            pending = pending._replace(words=pending.words + words)
            continue
        if pending:
            yield before, pending
            pending = None
        if found:
            before = line
            pending = Instruction(number_, int(found["address"], 16), " ".join(found["text"].split()), words)
        else:
            yield line, None
    if pending:
        yield before, pending


def _chain(marks: Sequence[re.Match[str]]) -> Chain:
    frames = [Frame(mark["file"], number(mark["line"])) for mark in marks]
    last = marks[-1]
    if last["call"]:
        frames.append(Frame(last["outer"], number(last["outer_line"])))
    return tuple(frames[:64])


def _without_padding(code: Sequence[Instruction], chains: dict[int, tuple[Chain, ...]], silent: dict[int, str]) -> None:
    # A function ends with a jump to itself and empty instructions, which no line of the source asked for.
    place = len(code)
    while place and code[place - 1].text == "NOP":
        place -= 1
    if place and place < len(code) and code[place - 1].text.startswith("BRA "):
        place -= 1
    for instruction in code[place:]:
        chains.pop(instruction.line, None)
        silent[instruction.line] = _PADDING
