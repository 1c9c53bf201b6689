"""The same small network without torch.compile: which kernels of PyTorch's own run?"""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
hidden = nn.Linear(256, 512)
out = nn.Linear(512, 10)
optimizer = torch.optim.SGD([*hidden.parameters(), *out.parameters()], lr=0.1)

images = torch.randn(128, 256)
labels = torch.randint(0, 10, (128,))

for step in range(3):
    logits = out(torch.relu(hidden(images)))
    loss = F.cross_entropy(logits, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.4f}")
