"""The name of the operator that a line calls, as far as its text tells: `F.linear(…)` calls `linear`.

PyTorch takes some operators apart before a mode can see them. Their names stand in the line that calls them.
"""

import ast

from chipward.capture.source_text import expression
from chipward.capture.tracers.torch.eager.listing import inner_place
from chipward.capture.tracers.torch.eager.seen import Call


def called_name(call: Call) -> str | None:
    """The name that the innermost line calls; None for what is no call, and for the backward pass."""
    if call.is_of_engine:
        return None
    try:
        tree = ast.parse(expression(inner_place(call.site.way) or call.site.home), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    if isinstance(tree, ast.BinOp):
        return "matmul" if isinstance(tree.op, ast.MatMult) else None
    if not isinstance(tree, ast.Call):
        return None
    function = tree.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)
