"""One training step of a small network: forward, backward and the optimizer."""

import torch
from torch import nn
from torch.nn import functional as F


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(64, 128)
        self.b = nn.Linear(128, 64)
        self.norm = nn.LayerNorm(64)

    def forward(self, x):
        y = torch.relu(self.a(x))
        z = self.b(y)
        return self.norm(z + x).sin()


torch.manual_seed(0)
model = MLP()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
compiled = torch.compile(model)
x, target = torch.randn(32, 64), torch.randn(32, 64)

for step in range(3):
    loss = F.mse_loss(compiled(x), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.4f}")
