"""Made-up results in a dry run, where the stand-in cannot serve an operator: values are meaningless there anyway.

PyTorch knows the form of what an operator returns without running it. So the program goes on with tensors of that
form, and only what this one operator launches is missing.
"""

from typing import Any

import torch
from torch._subclasses import FakeTensor, FakeTensorMode
from torch.utils._pytree import tree_map_only


def made_up(func: Any, args: Any, kwargs: Any) -> Any:  # noqa: ANN401 -- whatever the operator returns
    """Return what an operator would, with zeros for values; what it returns of its arguments is returned itself."""
    known: list[tuple[FakeTensor, torch.Tensor]] = []

    def fake(tensor: torch.Tensor) -> FakeTensor:
        known.append((mode.from_tensor(tensor), tensor))
        return known[-1][0]

    def real(tensor: FakeTensor) -> torch.Tensor:
        for stand_in, original in known:
            if stand_in is tensor:
                return original
        return torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype, device=tensor.device)

    with FakeTensorMode() as mode:
        given, named = tree_map_only(torch.Tensor, fake, (args, kwargs))
        result = func(*given, **named)
    return tree_map_only(FakeTensor, real, result)
