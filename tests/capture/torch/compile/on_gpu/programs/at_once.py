"""Two independent steps, which PyTorch is asked to put side by side into one kernel."""

import torch


@torch.compile(options={"combo_kernels": True})
def apart(x, y):
    left = x.sin() + 1
    right = y.cos() * 2
    return left, right


apart(torch.ones(1000), torch.ones(64, 300))
