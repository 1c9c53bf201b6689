"""One product, large enough for a library to compute it."""

import torch

one = torch.ones(256, 256)
print((one @ one).sum().item())
