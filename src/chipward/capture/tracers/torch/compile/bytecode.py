"""The bytecode of a frame as Python compiled it, and as Dynamo rewrote it.

The text has one instruction a line and no address, so the same program gives the same text. Where an instruction comes
from is what Python itself recorded (`co_positions`), with columns.
"""

import dis
import functools
import linecache
from collections.abc import Iterator
from types import CodeType, ModuleType

from chipward.capture.columns import in_characters
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.identity import current_compile
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.stable import stable

_WHAT = "The bytecode before and after Dynamo"

Edge = tuple[int, int, str, tuple[int, int] | None]


def watch(convert_frame: ModuleType, hooks: Hooks, recorder: Recorder) -> Foreign:
    """Ask Dynamo to show each pair of code objects. Returns the handle that ends it."""
    register = getattr(convert_frame, "register_bytecode_hook", None)
    if register is None:
        hooks.absent(_WHAT, "torch._dynamo.convert_frame.register_bytecode_hook", "dynamo")
        return None
    wall = recorder.session.guard(_WHAT, "dynamo")
    return register(wall(functools.partial(_keep, recorder)))


def _keep(recorder: Recorder, before: CodeType, after: CodeType) -> None:
    which = current_compile()
    if which is None:
        return
    unit = recorder.begin(which).unit
    for name, title, code in (
        ("bytecode", "Bytecode, as Python compiled it", before),
        ("bytecode-rewritten", "Bytecode, as Dynamo rewrote it", after),
    ):
        listing, positions = disassemble(code)
        artifact = recorder.session.journal.artifact(
            unit,
            name,
            stage="python" if code is before else "dynamo",
            kind="python-bytecode",
            title=title,
            content=listing,
            how="Disassembled by Python's dis from the code object that Dynamo showed to its bytecode hook",
            versions=(recorder.version,),
        )
        for file, edges in _by_file(positions):
            source = recorder.session.journal.source(file)
            if source:
                lost = listing.count("\n") - len({line for _, line, _, _ in edges})
                recorder.session.journal.map(
                    source,
                    artifact,
                    edges,
                    method="The positions that Python keeps in the code object",
                    losses=[("to", lost, "instruction or heading without a position")] if lost else (),
                )


def disassemble(code: CodeType) -> tuple[str, list[tuple[str, Edge]]]:
    """One instruction a line; and for each that has a position, its file and its edge."""
    lines: list[str] = []
    positions: list[tuple[str, Edge]] = []
    for each in _nested(code):
        lines.append(f"{each.co_qualname}:")
        for instruction in dis.get_instructions(each):
            target = ">>" if instruction.is_jump_target else "  "
            argument = "" if instruction.arg is None else str(instruction.arg)
            meaning = f" ({instruction.argrepr})" if instruction.argrepr else ""
            text = f"{target} {instruction.offset:4} {instruction.opname:<30} {argument:>4}{meaning}"
            lines.append(" ".join(text.split("\n")).rstrip())
            where = instruction.positions
            if where is not None and where.lineno:
                columns = _columns(where, linecache.getline(each.co_filename, where.lineno))
                positions.append((each.co_filename, (where.lineno, len(lines), "exact", columns)))
    return stable("\n".join(lines) + "\n"), positions


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _columns(where: dis.Positions, line: str) -> tuple[int, int] | None:
    one_line = where.lineno == where.end_lineno
    if not one_line or where.col_offset is None or where.end_col_offset is None:
        return None
    span = (where.col_offset, where.end_col_offset)
    return in_characters(line, span) if span[0] < span[1] else None


def _by_file(positions: list[tuple[str, Edge]]) -> list[tuple[str, list[Edge]]]:
    files: dict[str, list[Edge]] = {}
    for file, edge in positions:
        files.setdefault(file, []).append(edge)
    return list(files.items())
