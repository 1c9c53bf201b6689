"""Trace the example programs anew, for the gallery under /traces/ of the site.

Usage: python scripts/trace_examples.py [EXAMPLE...]        such as: softmax; all of them if none is named
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.dry_run.wheel import fitting_torch
from chipward.dataset.targets import find_gpu

EXAMPLES = Path(__file__).parents[1] / "examples"
GALLERY = EXAMPLES / "traces"
# The targets of each example. The more a program becomes, the fewer: each of a kernel's candidates is kept for each.
ALL = ("cuda:h100", "cuda:a100", "rocm:mi300x")
TARGETS = {
    "custom_autograd": ALL,
    "jax_equinox_model": ("cuda:h100",),
    "jax_sharded_matmul": ("cuda:h100", "tpu:v5e:2x4"),  # eight devices
    "jax_transformer_scan": ("cuda:h100",),
    "mlp_eager": (),  # compiles nothing that a target could get
    "mlp_step": ("cuda:h100", "rocm:mi300x"),
    "reductions": ALL,
    "rmsnorm_rope": ALL,
    "softmax": ALL,
}
OTHERS = ("cuda:h100",)
OTHERS_OF_JAX = ("cuda:h100", "tpu:v5e:2x2")
DRY_RUN = ("--target", "cuda:h100", "--dry-run")
DRY_RUNS = ("eager_on_gpu",)  # needs PyTorch's build for CUDA: with another one its trace stays as it is


def trace(program: Path, scratch: Path, options: Sequence[str]) -> None:
    """Run one program under the tracer, and keep what has no path of this machine in it."""
    bundle = scratch / f"{program.stem}.chipward"
    chipward = [sys.executable, "-m", "chipward"]
    subprocess.run([*chipward, "trace", *options, "-o", bundle, program.name], cwd=program.parent, check=True)
    shown = GALLERY / f"{program.stem.replace('_', '-')}.chipward"
    subprocess.run([*chipward, "export", bundle, "-o", shown, "--redact", "paths"], check=True)


def main(names: list[str]) -> None:
    """Trace the examples that are named, or all."""
    programs = {program.stem: program for program in sorted(EXAMPLES.glob("*.py"))}
    if unknown := set(names) - programs.keys():
        sys.exit(f"no example is named {', '.join(sorted(unknown))}; there are {', '.join(programs)}")
    GALLERY.mkdir(exist_ok=True)
    with TemporaryDirectory() as scratch:
        for name in names or programs:
            try:
                trace(programs[name], Path(scratch), options_for(name))
            except NoDryRunError as error:
                sys.stderr.write(f"{name} is left as it is. {error}\n")


def options_for(name: str) -> Sequence[str]:
    """What an example is traced with. NoDryRunError: that cannot be had here."""
    if name not in DRY_RUNS:
        usual = OTHERS_OF_JAX if name.startswith("jax_") else OTHERS
        return [word for target in TARGETS.get(name, usual) for word in ("--target", target)]
    fitting_torch(find_gpu(DRY_RUN[1]))
    return DRY_RUN


if __name__ == "__main__":
    main(sys.argv[1:])
