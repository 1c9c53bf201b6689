"""What tracing a PyTorch program costs while it runs, against the bare program and against other tools.

The ways to run take turns, so that whatever else the machine does meets all of them; the median of the turns counts.
depyf and tlparse are installed for the benchmark alone, into a folder of their own.
"""

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.bench import ROOT, Bench
from benchmarks.figure import Bare, Figure
from chipward.bundle.read import open_bundle

PROGRAMS = ROOT / "benchmarks/programs"
PEERS = ROOT / ".cache/peers"
TURNS = 5
EAGER_STEPS = {"mlp": 2000, "block": 600}

Way = Callable[[Sequence[str], Path], float]  # runs a program with a scratch folder; the seconds it took


def run(_: Bench) -> Iterator[Figure]:
    """Compile, eager, and a program that never touches torch."""
    install_peers()
    for model in ("mlp", "block"):
        yield from against_bare(
            f"torch.compile, {model}",
            ["compile_step.py", model],
            {
                "traced": (traced, 1.15),
                "TORCH_COMPILE_DEBUG=1": (compile_debug, None),
                "TORCH_TRACE and tlparse": (trace_and_parse, None),
                "depyf": (with_depyf, None),
            },
        )
    for model, steps in EAGER_STEPS.items():
        yield from against_bare(f"eager, {model}", ["eager_steps.py", model, str(steps)], {"traced": (traced, 1.5)})
    yield from against_bare("no torch", ["no_torch.py"], {"traced": (traced_whole, 1.02)}, bare=bare_whole)


def against_bare(
    what: str, program: Sequence[str], ways: Mapping[str, tuple[Way, float | None]], *, bare: Way | None = None
) -> Iterator[Figure]:
    """Let the bare run and every other way take turns; one figure each."""
    times = take_turns({"bare": bare or bare_run} | {name: way for name, (way, _) in ways.items()}, program)
    base = times["bare"]
    yield Figure(f"{what}, bare", base, "s")
    for name, (_, most) in ways.items():
        goal = most * base if most else None
        yield Figure(f"{what}, {name}", times[name], "s", goal, Bare("bare", base))


def take_turns(ways: Mapping[str, Way], program: Sequence[str]) -> Mapping[str, float]:
    """The median seconds of each way. One round before the count warms what all of them share."""
    times = defaultdict[str, list[float]](list)
    for turn in range(TURNS + 1):
        for name, way in ways.items():
            with TemporaryDirectory() as scratch:
                seconds = way(program, Path(scratch))
            if turn:
                times[name].append(seconds)
    return {name: median(taken) for name, taken in times.items()}


def bare_run(program: Sequence[str], scratch: Path) -> float:
    """The program by itself, compiling afresh."""
    return said(python(program, scratch))


def bare_whole(program: Sequence[str], scratch: Path) -> float:
    """The program by itself, from start to end."""
    with stopwatch() as seconds:
        python(program, scratch)
    return seconds()


def traced(program: Sequence[str], scratch: Path) -> float:
    """Under chipward, without the work that comes after the program."""
    command = ["-m", "chipward", "trace", "--quiet", "--no-after-work", "-o", str(scratch / "run.chipward")]
    return said(python([*command, str(PROGRAMS / program[0]), *program[1:]], scratch))


def traced_whole(program: Sequence[str], scratch: Path) -> float:
    """From the program's start to its end, as the bundle has it: chipward's own start and end are not the program's."""
    bundle = scratch / "run.chipward"
    command = ["-m", "chipward", "trace", "--quiet", "--no-after-work", "-o", str(bundle)]
    python([*command, str(PROGRAMS / program[0]), *program[1:]], scratch)
    return float(open_bundle(bundle).trace.outcome.seconds or 0)


def compile_debug(program: Sequence[str], scratch: Path) -> float:
    """With PyTorch's own debug folder."""
    return said(python(program, scratch, TORCH_COMPILE_DEBUG="1", TORCH_COMPILE_DEBUG_DIR=str(scratch / "debug")))


def trace_and_parse(program: Sequence[str], scratch: Path) -> float:
    """With PyTorch's structured trace, and tlparse to make pages of it."""
    logs = scratch / "trace"
    seconds = said(python(program, scratch, TORCH_TRACE=str(logs)))
    logged = map(str, logs.glob("*.log"))
    parse = [str(PEERS / "bin/tlparse"), *logged, "-o", str(scratch / "pages"), "--no-browser"]
    with stopwatch() as parsing:
        subprocess.run(parse, check=True, capture_output=True)
    return seconds + parsing()


def with_depyf(program: Sequence[str], scratch: Path) -> float:
    """Inside depyf's context."""
    return said(python([*program, str(scratch / "depyf")], scratch, PYTHONPATH=str(PEERS)))


def install_peers() -> None:
    """Put depyf and tlparse where only this benchmark sees them."""
    if not (PEERS / "bin/tlparse").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(PEERS), "--no-deps"]
        subprocess.run([*pip, "astor", "depyf", "dill", "tlparse"], check=True)


def python(arguments: Sequence[str], scratch: Path, **variables: str) -> str:
    """Run Python on one of the programs, or on what the arguments say; what it printed."""
    first, *rest = arguments
    start = [first] if first == "-m" else [str(PROGRAMS / first)]
    environment = fresh(scratch) | variables
    command = [sys.executable, *start, *rest]
    outcome = subprocess.run(command, env=environment, cwd=scratch, capture_output=True, text=True, check=False)
    if outcome.returncode:
        message = f"{' '.join(command)} ended with {outcome.returncode}: {outcome.stderr}"
        raise RuntimeError(message)
    return outcome.stdout


def fresh(scratch: Path) -> dict[str, str]:
    """An environment in which everything is compiled anew."""
    return {**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(scratch / "cache")}


def said(printed: str) -> float:
    """The seconds that a program printed last."""
    return float(printed.rsplit(maxsplit=1)[-1])


@contextmanager
def stopwatch() -> Iterator[Callable[[], float]]:
    """Hand over a function that says how long the block has taken."""
    started = perf_counter()
    yield lambda: perf_counter() - started
