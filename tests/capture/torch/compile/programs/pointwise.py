"""A chain of operators on each element: one loop."""

import torch


@torch.compile
def chain(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    a = x + y
    b = torch.relu(a)
    c = b * 3
    return c.exp()


chain(torch.ones(64, 64), torch.ones(64, 64))
