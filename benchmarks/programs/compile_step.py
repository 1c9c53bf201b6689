"""Compiles a model and runs one forward and backward; prints the seconds that took.

With a folder as second argument, depyf watches and writes there.
"""

import contextlib
import importlib
import sys
from time import perf_counter

import torch
from models import MODELS  # type: ignore[import-not-found]  # a neighbour of the script


def main(name: str, folder: str | None = None) -> None:
    """Measure one compile."""
    make, shape = MODELS[name]
    model, x = make(), torch.randn(*shape)
    watched = importlib.import_module("depyf").prepare_debug(folder) if folder else contextlib.nullcontext()
    started = perf_counter()
    with watched:
        torch.compile(model)(x).sum().backward()
    print(perf_counter() - started)


main(*sys.argv[1:])
