"""The nodes of a graph that `torch.fx` prints as Python: one assignment each."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.home import Name, numbered

# e.g. '    relu: "f32[32, 128][128, 1]cpu" = torch.ops.aten.relu.default(addmm);  addmm = None'
# e.g. '    var_mean = torch.ops.aten.var_mean.correction(add, [1], correction = 0, keepdim = True)'
DEFINITION = re.compile(r"\s+(?P<name>[A-Za-z_]\w*)(?:: \"[^\"]*\")? = (?P<value>\S.*)")
# e.g. '    primals_1: "f32[128, 64][64, 1]cpu",  # PlainAOTInput(idx=0)'
_INPUT = re.compile(r"\s+(?P<name>[A-Za-z_]\w*): \"[^\"]*\",?\s*(?:#.*)?$")
# e.g. 'l_x_ = L_x_', and 'getitem: "f32[32, 1]" = var_mean[0];  var_mean = None': these compute nothing
_ALIAS = re.compile(r"[A-Za-z_]\w*(?:\[[0-9]+\])?\s*(?:;.*)?$")

# e.g. 'torch.ops.aten.relu.default(addmm)', 'layer_norm.sin()'
_CALL = re.compile(r"(?:torch\.ops\.)?(?P<called>[A-Za-z_][\w.]*)\(")


def calls(line: str) -> str:
    """What a node calls: `aten.relu.default`; of a node that is no call, what it computes: `z + x`."""
    found = DEFINITION.match(line)
    if found is None:
        return line.strip()
    value = found["value"].split(";  ")[0]  # what is let go of stands behind it
    called = _CALL.match(value)
    return called["called"] if called else value


def is_operation(line: str) -> bool:
    """Whether a line calls something, rather than naming an input or taking one result out of several."""
    found = DEFINITION.match(line)
    return found is not None and _ALIAS.match(found["value"]) is None


def defines(text: str) -> Iterator[Name]:
    """The name of each node and of each input that has a line of its own."""
    for number, line in numbered(text):
        if found := DEFINITION.match(line) or _INPUT.match(line):
            yield Name(number, found["name"])
