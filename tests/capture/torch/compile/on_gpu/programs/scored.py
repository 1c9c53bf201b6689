"""Attention with scores of one's own: a template whose text Inductor did not generate, and steps in it that it did."""

import torch
from torch.nn.attention.flex_attention import flex_attention


def score(value, _batch, _head, query, key):
    flattened = torch.tanh(value)
    return flattened * (query - key)


@torch.compile
def attend(q, k, v):
    return flex_attention(q, k, v, score_mod=score)


attend(*(torch.ones(1, 2, 256, 64) for _ in range(3)))
