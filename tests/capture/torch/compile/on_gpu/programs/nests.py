"""Three loops over the same rows in one kernel; their lines read alike, and come from different lines."""

import torch


@torch.compile
def standardise(x):
    centred = x - x.mean(1, keepdim=True)
    spread = (centred * centred).mean(1, keepdim=True)
    return centred / (spread + 1).sqrt()


standardise(torch.ones(32, 5000))
