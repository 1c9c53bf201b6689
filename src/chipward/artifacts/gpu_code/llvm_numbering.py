"""LLVM IR whose instructions say which line of the text they are.

What LLVM makes of it names, in each `.loc`, a line of the IR itself. Its instructions are those that it makes of the
IR as it was, which the caller checks: places change nothing but places.
"""

import re

from chipward.artifacts.gpu_code.llvm import code_of

NUMBERED = "kernel.ll"  # what the numbered copy calls itself

_NODE = re.compile(r"!(?P<number>[0-9]{1,9}) = (?P<function>distinct !DISubprogram\()?")
_FUNCTION_PLACE = re.compile(r"\b(?P<name>file|line|scopeLine): !?[0-9]+")
_PLACE = re.compile(r", !dbg ![0-9]+")


def llvm_numbered(text: str) -> str:
    """The same module, in which every instruction has its own line for a place, wherever a function has places."""
    lines = text.split("\n")
    nodes = {found["number"]: (number, found) for number, line in enumerate(lines) if (found := _NODE.match(line))}
    file = max(map(int, nodes), default=-1) + 1
    added = [f'!{file} = !DIFile(filename: "{NUMBERED}", directory: "")']
    scope: str | None = None
    for code in list(code_of(lines)):
        if code.is_heading:
            scope = code.place
            number, found = nodes.get(scope or "", (0, None))
            if found and found["function"]:
                lines[number] = _placed(lines[number], file, code.line)
            else:
                scope = None
        elif scope is not None:
            node = file + len(added)
            added.append(f"!{node} = !DILocation(line: {code.line}, column: 1, scope: !{scope})")
            place = f", !dbg !{node}"
            line = lines[code.ends - 1]
            lines[code.ends - 1] = _PLACE.sub(place, line, count=1) if code.place else line + place
    return "\n".join([*lines, *added, ""])


def _placed(function: str, file: int, line: int) -> str:
    # e.g. 'distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 16, scopeLine: 16, unit: !0)'
    new = {"file": f"!{file}", "line": str(line), "scopeLine": str(line)}
    return _FUNCTION_PLACE.sub(lambda field: f"{field['name']}: {new[field['name']]}", function)
