"""Trace the example programs anew, for the gallery under /traces/ of the site.

Usage: python scripts/trace_examples.py [EXAMPLE...]        such as: softmax; all of them if none is named
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

EXAMPLES = Path(__file__).parents[1] / "examples"
GALLERY = EXAMPLES / "traces"


def trace(program: Path, scratch: Path) -> None:
    """Run one program under the tracer, and keep what has no path of this machine in it."""
    bundle = scratch / f"{program.stem}.chipward"
    chipward = [sys.executable, "-m", "chipward"]
    subprocess.run([*chipward, "trace", "-o", bundle, program.name], cwd=program.parent, check=True)
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
            trace(programs[name], Path(scratch))


if __name__ == "__main__":
    main(sys.argv[1:])
