"""Compare what chipward makes for the GPU of this machine with what the GPU really gets of the same programs.

Usage: python -m scripts.compare_with_gpu [--json FILE] [PROGRAM...]        all examples if none is named
"""

import argparse
import json
import sys
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from scripts.compare_with_gpu import made, report
from scripts.compare_with_gpu.comparing import ComparedGraph, compare
from scripts.compare_with_gpu.reading import graphs, said_beforehand
from scripts.compare_with_gpu.table import Contradictions, contradictions, standing_for

from chipward.bundle.read import open_bundle
from chipward.capture.tracers.torch.targets.kernels.reasons import no_triton
from chipward.cli.say import say
from chipward.dataset.targets import all_targets
from chipward.errors import Misuse
from chipward.model.target import Target

EXAMPLES = Path(__file__).parents[2] / "examples"


def main(words: list[str]) -> None:
    """Compare, print, and write JSON where that is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.compare_with_gpu", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("programs", nargs="*", type=Path, metavar="PROGRAM", help="all examples if none is named")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was compared to a file")
    asked = parser.parse_args(words)
    target, contradicted = this_gpu()
    say(f"This GPU is compared with what is made for {target.id} ({target.name}).")
    for line in report.contradicted(contradicted):
        say(line)
    found: dict[str, tuple[ComparedGraph, ...]] = {}
    failed: dict[str, dict[str, str]] = {}
    for program in asked.programs or sorted(EXAMPLES.glob("*.py")):
        say(f"\n{program.name}" if not found else program.name)
        found[program.name], failed[program.name] = one_program(program, target)
    every = [graph for each in found.values() for graph in each]
    say(report.summary(every, sum(map(len, failed.values()))))
    if asked.json:
        programs = {name: {"graphs": list(map(asdict, each)), "failed": failed[name]} for name, each in found.items()}
        told = {"target": target.id, "table": contradicted, "programs": programs}
        asked.json.write_text(json.dumps(told, indent=1) + "\n")


def this_gpu() -> tuple[Target, Contradictions]:
    """The target that stands for the GPU of this machine, and what its table gets wrong. Ends where there is none."""
    if find_spec("torch") is None:
        refuse("PyTorch is not installed here, so there is nothing to compare; install a build for CUDA")
    import torch  # noqa: PLC0415 -- only now is it sure to be there

    if torch.version.cuda is None:
        refuse(f"PyTorch {torch.__version__} is not built for CUDA; install a build that is, on a machine with a GPU")
    if not torch.cuda.is_available():
        refuse("no GPU of NVIDIA's can be used on this machine, so there is nothing to compare with")
    if why := no_triton():
        refuse(why)
    name = torch.cuda.get_device_name(0)
    target = standing_for(name, torch.cuda.get_device_capability(0), all_targets())
    if target is None:
        refuse(f"no target stands for a {name}; add it to data/targets, as docs/targets.md tells")
    return target, contradictions(target, torch.cuda.get_device_properties(0))


def one_program(program: Path, target: Target) -> tuple[tuple[ComparedGraph, ...], dict[str, str]]:
    """Make both sides of a program, compare them and print that."""
    with TemporaryDirectory(prefix="chipward-") as folder:
        scratch = Path(folder)
        with open_bundle(made.here(program, target.id, scratch)) as bundle:
            here, beforehand = graphs(bundle, target.id), said_beforehand(bundle, target.id)
        if not here:
            say("  nothing of it was compiled")
            return (), {}
        real = made.there(target.id, scratch)
    compared = compare(here, real)
    for line in (line for graph in compared for line in report.told(graph)):
        say(line)
    for frame, why in real.failed.items():
        say(f"  {frame} FAILED on the GPU: {why}")
    if not all(graph.is_equal for graph in compared):
        for text in beforehand:
            say(f"  chipward had said: {text}")
    return compared, dict(real.failed)


def refuse(why: str) -> NoReturn:
    """End with one sentence."""
    say(f"compare_with_gpu: {why}", err=True)
    raise SystemExit(2)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Misuse as wrong:
        refuse(str(wrong))
