"""What asking for GPUs that are not here costs a program while it runs: its graphs are written down, and no more.

Compiling for the targets comes after the program, and is not counted. The ways to run take turns, as in `trace_torch`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.bench import Bench
from benchmarks.figure import Bare, Figure
from benchmarks.trace_torch import PROGRAMS, bare_run, python, said, take_turns, traced

TARGETS = ("cuda:h100", "rocm:mi300x")
MOST = 1.15  # times the bare run


def run(_: Bench) -> Iterator[Figure]:
    """Compile an MLP and a transformer block, forward and backward."""
    for model in ("mlp", "block"):
        yield from against_bare(model)


def against_bare(model: str) -> Iterator[Figure]:
    """Let the bare run, the traced one and the one with targets take turns."""
    ways = {
        "bare": bare_run,
        "traced": traced,
        "traced with two targets": with_targets,
        "writing its graphs": writing_graphs,
    }
    times = take_turns(ways, ["compile_step.py", model])
    base = times["bare"]
    yield Figure(f"torch.compile, {model}, bare", base, "s")
    for name in ("traced", "traced with two targets"):
        yield Figure(f"torch.compile, {model}, {name}", times[name], "s", MOST * base, Bare("bare", base))
    yield Figure(f"torch.compile, {model}, writing its graphs", times["writing its graphs"], "s")


def with_targets(program: Sequence[str], scratch: Path) -> float:
    """Under chipward, for two targets, without the work that comes after the program."""
    return said(traced_for_targets(program, scratch))


def writing_graphs(program: Sequence[str], scratch: Path) -> float:
    """The seconds in which graphs are written, of one such run."""
    return said(traced_for_targets(["graph_writing.py", *program[1:]], scratch))


def traced_for_targets(program: Sequence[str], scratch: Path) -> str:
    """Run one of the programs; what it printed."""
    wanted = [word for target in TARGETS for word in ("--target", target)]
    command = ["-m", "chipward", "trace", "--quiet", "--no-after-work", *wanted, "-o", str(scratch / "run.chipward")]
    return python([*command, str(PROGRAMS / program[0]), *program[1:]], scratch)
