"""Counting and ranking: a scatter with collisions and a sort, which loops over neat blocks cannot express."""

import torch


@torch.compile
def histogram(values, bins):
    where = (values * bins).long().clamp(0, bins - 1)
    return torch.zeros(bins).scatter_add(0, where, torch.ones_like(values))


@torch.compile
def top_share(values, share):
    ranked, _ = values.sort(descending=True)
    kept = ranked[: int(values.numel() * share)]
    return kept.sum() / values.sum()


torch.manual_seed(0)
values = torch.rand(4096)
print(histogram(values, 16))
print(top_share(values, 0.1))
