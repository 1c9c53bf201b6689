"""The listing of a shared object: its text, and the line of source behind each instruction.

    0000000000002580 <kernel._omp_fn.0>:
        2580  push         rbp
        25d9  vmaxps       zmm0, zmm1, [rcx + rdx*4]                 ; vec512_float.h:673

An instruction whose own line is in the source is joined to it exactly. One whose own line is in a header is joined to
the lines of the source that it was inlined into, and its own line stands behind it as a comment.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from chipward.artifacts.machine_code.elf_file import Function, open_elf
from chipward.artifacts.machine_code.instructions import Disassembler, Instruction
from chipward.artifacts.machine_code.line_table import Frame
from chipward.artifacts.machine_code.origins import NOTHING, trace_back
from chipward.errors import Misuse
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss

ENTRY = "kernel"  # what Inductor calls the function that it writes
_COMMENT_COLUMN = 72
_LAST_ADDRESS = 1 << 64


@dataclass(frozen=True)
class Listed:
    """A function as it stands in the listing."""

    function: Function
    heading: int  # the line of its heading; its instructions follow
    instructions: int


@dataclass(frozen=True)
class Listing:
    """Machine code as text."""

    text: str
    edges: tuple[Edge, ...]  # from a line of the source to a line of the text
    losses: tuple[Loss, ...]  # lines without an edge, and why
    functions: tuple[Listed, ...]


def list_shared_object(so: Path | bytes, source_name: str, functions: Collection[str] = (ENTRY,)) -> Listing:
    """List some functions of a shared object, with what the compiler split off from them.

    Functions are named as in the symbol table; the loops of ``kernel`` that run in parallel stand in
    ``kernel._omp_fn.0``, what is seldom run in ``kernel.cold``. The source is known by its file name.
    """
    name = so.name if isinstance(so, Path) else f"the shared object of {source_name}"
    with open_elf(so, name) as file, file.distrust():
        chosen = _apart(function for function in file.functions if function.name.split(".")[0] in functions)
        if not chosen:
            wanted = " or ".join(sorted(functions))
            message = f"{name} holds no function named {wanted}: name one of those that `nm` shows."
            raise Misuse(message)
        disassembler = Disassembler(file)
        codes = [tuple(disassembler.read(file.bytes_of(function), function.address)) for function in chosen]
        addresses = sorted(instruction.address for code in codes for instruction in code)
        try:
            with file.distrust():
                origins = trace_back(file, chosen, addresses, source_name)
            why = "without debug information" if origins is NOTHING else ""
        except Misuse:
            # The code is whole; what is said about it is not.
            origins, why = NOTHING, "debug information that cannot be read"
    chains = dict(zip(addresses, origins.frames, strict=False))
    in_reading_order = sorted(zip(chosen, codes, strict=True), key=lambda pair: _reading_order(pair[0].name))
    return _write(in_reading_order, chains, origins.elsewhere, PurePosixPath(source_name).name, why)


def _reading_order(name: str) -> tuple[bool, str, int, str]:
    # What is seldom run, such as throwing an exception, comes last; the tenth loop comes after the ninth.
    stem, _, number = name.rpartition(".")
    return ".cold" in name, (stem if number.isdecimal() else name), (int(number) if number.isdecimal() else 0), name


def _apart(functions: Iterable[Function]) -> tuple[Function, ...]:
    # A broken symbol table may let functions overlap: each ends where the next begins.
    found = sorted(functions, key=lambda function: function.address)
    ends = [*(function.address for function in found[1:]), _LAST_ADDRESS]
    return tuple(
        function._replace(size=min(function.end, end) - function.address)
        for function, end in zip(found, ends, strict=False)
    )


def _write(
    functions: Sequence[tuple[Function, Sequence[Instruction]]],
    chains: Mapping[int, Sequence[Frame]],
    elsewhere: Collection[int],
    source: str,
    why: str,
) -> Listing:
    lines: list[str] = []
    edges: list[Edge] = []
    lost: Counter[str] = Counter()
    listed: list[Listed] = []
    for function, code in functions:
        if lines:
            lines.append("")
        lines.append(f"{function.address:016x} <{function.name}>:")
        listed.append(Listed(function, len(lines), len(code)))
        for instruction in code:
            chain = chains.get(instruction.address, ())
            lines.append(_line(instruction, chain, source))
            joined = tuple(_edges(chain, source, len(lines)))
            edges += joined
            if not joined:
                lost[why or _reason(chain)] += 1
    lost["headings and blank lines"] = 2 * len(functions) - 1
    losses = [Loss(side="to", lines=count, why=reason) for reason, count in sorted(lost.items())]
    unlisted = set(elsewhere) - {edge.start for edge in edges}
    if unlisted:
        losses.insert(0, Loss(side="from", lines=len(unlisted), why="compiled into functions that are not listed"))
    return Listing("".join(f"{line}\n" for line in lines), LineMap.of(edges).edges, tuple(losses), tuple(listed))


def _edges(chain: Sequence[Frame], source: str, line: int) -> Iterator[Edge]:
    for depth, frame in enumerate(chain):
        if frame.line > 0 and PurePosixPath(frame.file).name == source:
            yield Edge(frame.line, line, EdgeKind.INLINED if depth else EdgeKind.EXACT)


def _line(instruction: Instruction, chain: Sequence[Frame], source: str) -> str:
    text = f"{instruction.address:8x}  {instruction.mnemonic:<12} {instruction.operands}".rstrip()
    if chain and chain[0].line > 0:
        file = PurePosixPath(chain[0].file).name
        if file and file != source:
            return f"{text:<{_COMMENT_COLUMN}} ; {file}:{chain[0].line}"
    return text


def _reason(chain: Sequence[Frame]) -> str:
    if not chain or chain[0].line < 0:
        return "no line in the debug information"
    if chain[0].line == 0:
        return "made by the compiler (line 0)"
    return "from a header, called by no line of the source"
