"""LLVM IR that carries no places, as XLA writes it, with the number of its line as the place of each instruction.

What LLVM makes of the copy says which line of the text each instruction is from. The copy keeps the lines where they
are: what it adds stands at the ends of lines and at the foot.
"""

import re

from chipward.artifacts.gpu_code.llvm import code_of

NUMBERED = "kernel.ll"  # what the copy calls itself
LINE_TABLES, DIRECTIVES = "LineTablesOnly", "DebugDirectivesOnly"

_NODE = re.compile(r"!(?P<number>[0-9]{1,9}) = ")
_FUNCTION = re.compile(r'@(?:"(?P<quoted>[^"]*)"|(?P<name>[\w.$-]+))\(')
_FLAGS = "!llvm.module.flags = !{"
_VERSION = '!{i32 2, !"Debug Info Version", i32 3}'
_DWARF = '!{i32 7, !"Dwarf Version", i32 4}'  # whose line tables name files where a linker has not been


def numbered_llvm(text: str, *, emission: str = LINE_TABLES) -> str:
    """The same module, in which every instruction has its line for a place.

    Args:
        text: a module without debug information; one that has some is returned as it is.
        emission: what LLVM is to write: ``LINE_TABLES``, or ``DIRECTIVES`` for PTX, which is made as without.
    """
    lines = text.split("\n")
    if any(line.startswith("!llvm.dbg.cu") for line in lines):
        return text
    foot = _Foot(max((int(found["number"]) for line in lines if (found := _NODE.match(line))), default=-1) + 1)
    file = foot.add(f'!DIFile(filename: "{NUMBERED}", directory: "")')
    unit = foot.add(
        f"distinct !DICompileUnit(language: DW_LANG_C, file: !{file}, isOptimized: true, runtimeVersion: 0, "
        f"emissionKind: {emission})"
    )
    kind = foot.add("!DISubroutineType(types: !{null})")
    scope = 0
    for code in list(code_of(lines)):
        line = lines[code.ends - 1]
        if code.is_heading:
            found = _FUNCTION.search(line)
            name = (found["quoted"] or found["name"] or "") if found else ""
            scope = foot.add(
                f'distinct !DISubprogram(name: "{name}", scope: !{file}, file: !{file}, line: {code.line}, '
                f"type: !{kind}, scopeLine: {code.line}, unit: !{unit}, "
                "spFlags: DISPFlagDefinition | DISPFlagOptimized)"
            )
            lines[code.ends - 1] = f"{line.rstrip().removesuffix('{')}!dbg !{scope} {{"
        elif not line.rstrip().endswith(":"):
            node = foot.add(f"!DILocation(line: {code.line}, column: 1, scope: !{scope})")
            lines[code.ends - 1] = f"{line}, !dbg !{node}"
    said = [_DWARF] if emission == LINE_TABLES else []
    if not any("Debug Info Version" in line for line in lines):  # LLVM drops what has no version
        said.append(_VERSION)
    _flag(lines, [foot.add(flag) for flag in said])
    return "\n".join([*lines, f"!llvm.dbg.cu = !{{!{unit}}}", *foot.lines, ""])


class _Foot:
    """The nodes that are added at the foot of the module."""

    def __init__(self, first: int) -> None:
        self._first = first
        self.lines: list[str] = []

    def add(self, node: str) -> int:
        number = self._first + len(self.lines)
        self.lines.append(f"!{number} = {node}")
        return number


def _flag(lines: list[str], nodes: list[int]) -> None:
    told = ", ".join(f"!{node}" for node in nodes)
    if not told:
        return
    for place, line in enumerate(lines):
        if line.startswith(_FLAGS):
            rest = line.removeprefix(_FLAGS)
            lines[place] = f"{_FLAGS}{told}{'' if rest.startswith('}') else ', '}{rest}"
            return
    lines.append(f"{_FLAGS}{told}}}")
