"""A softmax by hand: how many passes over the data do five lines of Python become?"""

import torch


@torch.compile
def softmax(scores):
    highest = scores.amax(dim=-1, keepdim=True)
    weights = (scores - highest).exp()
    return weights / weights.sum(dim=-1, keepdim=True)


torch.manual_seed(0)
scores = torch.randn(64, 1000)
print(softmax(scores).sum(dim=-1)[:3])
