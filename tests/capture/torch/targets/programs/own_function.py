import torch


@torch.compiler.allow_in_graph
def sine(x):
    return x.sin()


def kept_whole(x):
    return sine(x) + 1


def doubled(x):
    return x * 2


print(torch.compile(kept_whole)(torch.zeros(4)), torch.compile(doubled)(torch.ones(4)))
