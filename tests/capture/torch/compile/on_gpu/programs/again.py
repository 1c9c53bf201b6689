"""Three steps of the same text: one kernel, called three times. What multiplies matrices stays with a library."""

import torch


@torch.compile
def deep(x, first, second, third):
    one = torch.relu(x @ first)
    two = torch.relu(one @ second)
    return torch.relu(two @ third)


deep(*(torch.ones(64, 64) for _ in range(4)))
