"""Pieces of eager code; the tests know by hand which operators each line calls."""

import linecache

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
layer = nn.Linear(8, 4)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
x = torch.arange(16.0).reshape(2, 8)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value):
        return value * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient + gradient


def attend(query, key):
    scores = query @ key.transpose(0, 1)
    return scores.softmax(-1)


for step in range(3):
    hidden = layer(x)
    both = torch.relu(hidden) + hidden.mul(2)
    doubled = Double.apply(both)
    weights = attend(hidden, both)
    loss = F.cross_entropy(doubled, torch.tensor([1, 3])) + weights[0, 1]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

with torch.no_grad():
    quiet = [layer(x) for _ in range(2)]
with torch.inference_mode():
    calm = x.double().mean()
für = x.sum()
other = torch.cat([x, x.T.reshape(2, 8)])  # noqa: E702 -- two expressions behind a wide letter
row = torch.zeros(4, 4)
row[1].add_(1)
joined = torch.cat(
    [
        x,
        x,
    ]
)
cell = "negative = x.neg()"
linecache.cache["<cell 1>"] = len(cell), None, [cell], "<cell 1>"
exec(compile(cell, "<cell 1>", "exec"))
print(loss.item().hex(), calm.item().hex(), len(quiet), für.item(), other.shape)
