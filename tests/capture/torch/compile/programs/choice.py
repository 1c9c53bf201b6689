"""A choice by element, and padding: code that runs under a mask."""

import torch
from torch.nn import functional


@torch.compile
def leak(x: torch.Tensor) -> torch.Tensor:
    chosen = torch.where(x > 0, x, x * 0.1)
    return functional.pad(chosen, (1, 1)) - 5


leak(torch.ones(16, 30))
