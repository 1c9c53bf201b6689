"""``chipward paths``: every path of every explainer."""

from typing import Annotated

import typer
from rich.table import Table

from chipward.cli.folder import DataOption
from chipward.cli.say import say_json
from chipward.cli.terminal import console
from chipward.dataset.load import load_dataset
from chipward.dataset.tables import every_path


def paths(
    data: DataOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the paths as a JSON list.")] = False,
) -> None:
    """List every path of every explainer, with its stages and steps."""
    rows = every_path(load_dataset(data))
    if as_json:
        say_json([row.value for row in rows])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Framework")
    table.add_column("Path")
    table.add_column("Stages", justify="right")
    table.add_column("Steps", justify="right")
    for row in rows:
        table.add_row(row.framework, row.title, str(row.stages), str(row.steps))
    out = console()
    out.print(table)
    last = rows[-1]
    picked = " ".join(f"--{choice} {option}" for choice, option in last.selection.items())
    out.print(f"\nDraw one: chipward path {last.explainer} {picked}", style="dim")
