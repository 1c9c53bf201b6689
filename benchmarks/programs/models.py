"""The two models that tracing is measured on."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812 -- everybody calls it F


class MLP(nn.Module):  # type: ignore[misc]  # torch is not followed
    """Two linear layers, ReLU, layer norm."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Linear(64, 128)
        self.b = nn.Linear(128, 64)
        self.norm = nn.LayerNorm(64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Map (batch, 64) to (batch, 64)."""
        return self.norm(self.b(torch.relu(self.a(x))) + x).sin()


class Block(nn.Module):  # type: ignore[misc]  # likewise
    """A transformer block with causal attention."""

    def __init__(self, width: int = 128, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Map (batch, tokens, width) to the same shape."""
        batch, tokens, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))
        return x + self.mlp(self.norm2(x))


MODELS = {"mlp": (MLP, (32, 64)), "block": (Block, (2, 32, 128))}
