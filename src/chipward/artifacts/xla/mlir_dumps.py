"""What a compiler made of MLIR writes down before each of its passes, told as what each of them changed.

    // -----// IR Dump Before CSEPass: cse ('builtin.module' operation: @main) //----- //
    module @main {

What the last pass made stands nowhere.
"""

import re

from chipward.artifacts.xla.hlo_passes import Pass, tell_passes

# Of the name of a pass, its options and what it is run on only the first is kept: the others are long, and name files.
_DUMP = re.compile(r"// -----// IR Dump Before (?P<name>[\w.<>-]{1,200})[^\n]*")
_PIPELINE = "MLIR"


def tell_dumps(written: str) -> str:
    """The text before the first pass, then the lines that each pass changed. Without any dump there is no pass."""
    names: list[str] = []
    texts: list[list[str]] = [[]]
    for line in written.split("\n"):
        if found := _DUMP.fullmatch(line):
            names.append(found["name"])
            texts.append([])
        else:
            texts[-1].append(line)
    before, *told = ("\n".join(lines).strip("\n").split("\n") for lines in texts)
    if not told:
        return tell_passes("\n".join(before), ())
    pairs = zip(names, told, told[1:], strict=False)
    changed = [Pass(_PIPELINE, name, here, there) for name, here, there in pairs if here != there]
    return tell_passes("\n".join(told[0]), changed)
