"""``chipward tools``: the tools that the explainers share."""

from typing import Annotated

import typer
from rich.table import Table

from chipward.cli.folder import DataOption
from chipward.cli.say import say_json
from chipward.cli.terminal import console
from chipward.dataset.load import load_dataset
from chipward.dataset.tables import shared_tools

YES, NO = "✓", "–"  # noqa: RUF001 -- a dash as wide as the tick


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
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Tool")
    for explainer in dataset.explainers:
        table.add_column(explainer.framework, justify="center")
    for row in rows:
        marks = (YES if explainer.slug in row.explainers else NO for explainer in dataset.explainers)
        table.add_row(row.name, *marks)
    console().print(table)
