"""What makes Dynamo stop, start again, or give up."""

import torch


@torch.compile
def broken(x: torch.Tensor) -> torch.Tensor:
    y = x.sin() + 1
    print(end="")  # noqa: T201 -- Dynamo cannot follow it
    return y.cos()


broken(torch.ones(64, 64))


@torch.compile
def twice(x: torch.Tensor) -> torch.Tensor:
    return (x * 2).relu()


for rows in (8, 9, 10):
    twice(torch.ones(rows, 16))


@torch.compile
def whole(x: torch.Tensor) -> torch.Tensor:
    return x.cumsum(0)


whole(torch.arange(8))


@torch.compile
def columns(x: torch.Tensor) -> torch.Tensor:
    return x[::2] * 2


columns(torch.ones(64))
