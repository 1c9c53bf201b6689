"""Which line of the forward pass an operator of the backward pass belongs to: PyTorch's anomaly mode says so, too."""

import json
from collections import Counter
from pathlib import Path

import pytest
from eager_lines import operators_by_expression
from programs import Place

from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow

SOURCE = "program/by_hand.py"

# Anomaly mode keeps, in each node, the stack of the operator that made it. It is slow, and it prints more when
# something fails, so the tracer does not use it.
ORACLE = """
import json, sys
import torch
from torch.utils._python_dispatch import TorchDispatchMode

seen = []

class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        node = torch._C._current_autograd_node()
        if node is not None and "AccumulateGrad" not in node.name():
            frames = [f for entry in node.metadata["traceback_"] for f in entry.split("\\n") if "by_hand.py" in f]
            line = int(frames[-1].split("line ")[1].split(",")[0])
            seen.append((func._name.replace(".default", ""), line))
        return func(*args, **(kwargs or {}))

code = compile(open("by_hand.py").read(), "by_hand.py", "exec")
with torch.autograd.set_detect_anomaly(True, check_nan=False), Mode():
    exec(code, {"__name__": "__main__"})
json.dump(seen, open("oracle.json", "w"))
"""


def test_backward_operators_belong_to_the_line_that_anomaly_mode_names(by_hand: Place, bundle: Bundle) -> None:
    done = by_hand.bare("-W", "ignore", by_hand.write(ORACLE, "oracle.py"))
    assert done.returncode == 0, done.stderr
    expected = {(line, name) for name, line in json.loads((by_hand.folder / "oracle.json").read_text())}
    found = operators_by_expression(bundle, SOURCE, "eager/backward-ops")
    told = {(line, name) for (line, _), names in found.items() for name in names}
    started = next(
        number
        for number, line in enumerate((Path(__file__).parent / "programs/by_hand.py").read_text().split("\n"), 1)
        if "loss.backward()" in line
    )
    assert {pair for pair in told if pair[0] != started} == expected


def test_forward_operators_lead_to_those_of_the_backward_pass(bundle: Bundle) -> None:
    entry = next(e for e in bundle.trace.maps if (e.start, e.end) == ("eager/ops", "eager/backward-ops"))
    forward, backward = bundle.text("eager/ops").split("\n"), bundle.text("eager/backward-ops").split("\n")
    pairs = Counter(
        (forward[edge.start - 1].partition("(")[0], backward[edge.end - 1].partition("(")[0])
        for edge in bundle.line_map(entry.id)
    )
    assert pairs["aten::relu", "aten::threshold_backward"] == 1
    assert pairs["aten::_softmax", "aten::_softmax_backward_data"] == 1
    assert pairs["aten::nll_loss_forward", "aten::nll_loss_backward"] == 1
    assert pairs["aten::addmm", "aten::mm"] == 1
    assert {kind for edge in bundle.line_map(entry.id) for kind in [edge.kind]} == {"exact"}
