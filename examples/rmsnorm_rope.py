"""RMS norm and rotary position embedding, as today's language models write them."""

import torch


def rms_norm(x, weight, eps=1e-6):
    scale = torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + eps)
    return x * scale * weight


def rotate_half(x):
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


def apply_rope(x, cos, sin):
    return x * cos + rotate_half(x) * sin


@torch.compile
def prepare(x, weight, cos, sin):
    return apply_rope(rms_norm(x, weight), cos, sin)


torch.manual_seed(0)
tokens, width = 128, 64
positions = torch.arange(tokens)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
angles = torch.cat((positions, positions), dim=-1)
queries = torch.randn(8, tokens, width)
print(prepare(queries, torch.ones(width), angles.cos(), angles.sin())[0, 1, :4])
