"""Convolution, batch norm, ReLU: in training, and folded together for inference."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(3, 16, kernel_size=3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
images = torch.randn(4, 3, 32, 32)

compiled = torch.compile(model)
loss = compiled(images).mean()
loss.backward()
print(f"training: mean {loss.item():.4f}")

model.eval()
with torch.no_grad():
    print(f"inference: mean {compiled(images).mean().item():.4f}")
