"""Compiles a model while chipward watches it for targets; prints the seconds in which chipward writes its graphs."""

import importlib
import sys
from time import perf_counter
from typing import Any

import torch
from models import MODELS  # type: ignore[import-not-found]  # a neighbour of the script


def main(name: str) -> None:
    """Measure what chipward does inside of one compile."""
    importlib.import_module("torch._inductor.compile_fx")  # chipward hooks it now
    recording = sys.modules["chipward.capture.tracers.torch.targets.recording"]
    write = vars(recording)["write_graph"]
    taken: list[float] = []

    def timed(*args: Any) -> Any:  # noqa: ANN401 -- chipward's function, as it is called
        started = perf_counter()
        written = write(*args)
        taken.append(perf_counter() - started)
        return written

    vars(recording)["write_graph"] = timed
    make, shape = MODELS[name]
    torch.compile(make())(torch.randn(*shape)).sum().backward()
    if not taken:
        sys.exit("chipward wrote no graph")
    print(sum(taken))


main(*sys.argv[1:])
