"""``chipward tools``: the tools that the explainers share."""

from typing import Annotated

import typer
from rich.table import Table

from chipward.cli.folder import DataOption
from chipward.cli.say import say_json
from chipward.cli.terminal import console
from chipward.dataset.load import load_dataset
from chipward.dataset.tables import shared_tools

MARKS = "✓", "–"  # noqa: RUF001 -- a dash as wide as the tick
PLAIN_MARKS = "x", "-"  # where the output has no such characters


def tools(
    data: DataOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tools as a JSON list.")] = False,
) -> None:
    """List the tools that the paths go through, and which explainers have a stage for each."""
    dataset = load_dataset(data)
    rows = shared_tools(dataset)
    if as_json:
        say_json([row.value for row in rows])
        return
    out = console()
    yes, no = MARKS if out.encoding.startswith("utf") else PLAIN_MARKS
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Tool")
    for explainer in dataset.explainers:
        table.add_column(explainer.framework, justify="center")
    for row in rows:
        marks = (yes if explainer.slug in row.explainers else no for explainer in dataset.explainers)
        table.add_row(row.name, *marks)
    out.print(table)
