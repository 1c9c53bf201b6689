"""Two lines need the same value: it is loaded once, for both."""

import torch


@torch.compile
def both(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    up = x + 1
    down = x * 2
    return up.sin(), down.cos()


both(torch.ones(64, 64))
