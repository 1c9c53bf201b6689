"""A forward and a backward pass: each has a graph and a kernel of its own."""

import torch


@torch.compile
def wave(x: torch.Tensor) -> torch.Tensor:
    s = x.sin()
    return s * x


x = torch.ones(64, 64, requires_grad=True)
wave(x).sum().backward()
