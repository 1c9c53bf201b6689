"""Operators that take long enough for their kernels to be met by samples."""

import torch

x = torch.linspace(-1, 1, 512 * 512).reshape(512, 512)
kept = torch.relu(x)
print(torch.exp(kept).sum().item() > 0)
