"""Two layers and a normalisation. The backward pass computes again what the forward pass did not keep."""

import torch
from torch.nn import functional


@torch.compile
def step(x, first, second, weight, bias):
    hidden = torch.relu(x @ first)
    summed = hidden @ second + x
    normal = functional.layer_norm(summed, (64,), weight, bias)
    return normal.sin()


x = torch.ones(32, 64)
parameters = [torch.ones(shape, requires_grad=True) for shape in ((64, 128), (128, 64), 64, 64)]
step(x, *parameters).sum().backward()
