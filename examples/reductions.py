"""Two reductions: one becomes vector instructions, the other is done number by number."""

import torch


@torch.compile
def mean_square(x):
    return (x * x).mean(dim=-1)


@torch.compile
def running_total(x):
    return (x * x).cumsum(dim=-1)


torch.manual_seed(0)
x = torch.randn(32, 1024)
print(mean_square(x)[:3])
print(running_total(x)[0, -3:])
