"""What tracing a JAX program costs while it runs: against the bare program, and with targets to compile for after it.

Compiling for the targets comes after the program, and is not counted. The ways to run take turns, as in `trace_torch`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.bench import Bench
from benchmarks.figure import Bare, Figure
from benchmarks.trace_torch import PROGRAMS, bare_run, python, said, take_turns, traced

MOST = 1.15  # times the bare run
TARGETS = ("cuda:h100", "tpu:v5e")
# By the word that the program takes: what it is called, and the most that it may take against the bare run.
LOOPS = {"steps": ("2,000 compiled training steps", MOST), "operations": ("2,000 operations without jit", None)}
TIMES = "2000"
MODELS = {"mlp": "MLP training step", "transformer": "transformer gradient under scan"}


def run(_: Bench) -> Iterator[Figure]:
    """Two models, and loops for which everything is compiled."""
    for model, name in MODELS.items():
        yield from against_bare(model, name)
    for loop, (name, most) in LOOPS.items():
        times = take_turns({"bare": bare_run, "traced": traced}, ["jax_loop.py", loop, TIMES])
        base = times["bare"]
        yield Figure(f"{name}, bare", base, "s")
        yield Figure(f"{name}, traced", times["traced"], "s", most * base if most else None, Bare("bare", base))


def against_bare(model: str, name: str) -> Iterator[Figure]:
    """Let the bare run, the traced one and the one with targets take turns."""
    ways = {"bare": bare_run, "traced": traced, "traced with two targets": with_targets}
    times = take_turns(ways, ["jax_step.py", model])
    base = times["bare"]
    yield Figure(f"jax.jit, {name}, bare", base, "s")
    for way in ("traced", "traced with two targets"):
        yield Figure(f"jax.jit, {name}, {way}", times[way], "s", MOST * base, Bare("bare", base))


def with_targets(program: Sequence[str], scratch: Path) -> float:
    """Under chipward, for two targets, without the work that comes after the program."""
    wanted = [word for target in TARGETS for word in ("--target", target)]
    command = ["-m", "chipward", "trace", "--quiet", "--no-after-work", *wanted, "-o", str(scratch / "run.chipward")]
    return said(python([*command, str(PROGRAMS / program[0]), *program[1:]], scratch))
