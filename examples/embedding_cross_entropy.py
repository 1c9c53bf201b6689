"""Embedding, projection, cross-entropy: the two ends of a language model."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
vocabulary, width = 512, 64
embedding = nn.Embedding(vocabulary, width)
head = nn.Linear(width, vocabulary, bias=False)


@torch.compile
def next_token_loss(tokens):
    logits = head(embedding(tokens[:, :-1]))
    return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())


tokens = torch.randint(0, vocabulary, (4, 33))
loss = next_token_loss(tokens)
loss.backward()
print(f"loss {loss.item():.4f}")
