"""Trains a model for some steps without torch.compile; prints the seconds that took."""

import sys
from time import perf_counter

import torch
from models import MODELS  # type: ignore[import-not-found]  # a neighbour of the script


def main(name: str, steps: str) -> None:
    """Measure the steps after a warm-up of ten."""
    make, shape = MODELS[name]
    model, x = make(), torch.randn(*shape)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def train(count: int) -> None:
        for _ in range(count):
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()

    train(10)
    started = perf_counter()
    train(int(steps))
    print(perf_counter() - started)


main(*sys.argv[1:])
