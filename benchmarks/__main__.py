"""Runs the benchmarks that are named on the command line, or all of them, and prints one table."""

import sys
from collections.abc import Callable, Iterable, Mapping

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks import (
    blocking,
    building,
    checking,
    first_load,
    first_paint,
    path_switch,
    trace_jax,
    trace_targets,
    trace_torch,
    verifying,
    viewer,
    walking,
)
from benchmarks.bench import Bench
from benchmarks.chromium import chromium
from benchmarks.figure import Figure
from benchmarks.server import serving
from chipward.dataset.load import load_dataset

BENCHMARKS: Mapping[str, Callable[[Bench], Iterable[Figure]]] = {
    "first_load": first_load.run,
    "first_paint": first_paint.run,
    "blocking": blocking.run,
    "path_switch": path_switch.run,
    "walking": walking.run,
    "building": building.run,
    "checking": checking.run,
    "verifying": verifying.run,
    "trace_torch": trace_torch.run,
    "trace_jax": trace_jax.run,
    "trace_targets": trace_targets.run,
    "viewer": viewer.run,
}


def main(names: list[str]) -> None:
    """Measure and print. What misses its goal is marked, and is no error: another machine may be slower."""
    if unknown := set(names) - set(BENCHMARKS):
        sys.exit(f"no benchmark is named {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    table = Table("what", "figure", "goal", "", "seen against", box=SIMPLE)
    console = Console()
    with chromium() as browser, serving() as site, console.status("Measuring") as status:
        bench = Bench(browser, site, load_dataset())
        for name in names or BENCHMARKS:
            status.update(f"Measuring {name}")
            for figure in BENCHMARKS[name](bench):
                table.add_row(*row(figure))
    console.print(table)


def row(figure: Figure) -> tuple[str, ...]:
    """A line of the table."""
    mark = {True: "kept", False: "[bold]missed[/]", None: ""}[figure.kept]
    against = f"{figure.ratio:.3g} x {figure.bare.what}" if figure.bare and figure.ratio is not None else ""
    return (
        figure.what,
        f"{figure.value:.3g} {figure.unit}".strip(),
        "" if figure.goal is None else f"≤ {figure.goal:g} {figure.unit}".strip(),
        mark,
        against,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
