"""``chipward show``: a trace in the terminal."""

from typing import Annotated

import typer
from rich.text import Text

from chipward.cli.folder import DataOption
from chipward.cli.recorded import RunArgument
from chipward.cli.say import say_json
from chipward.cli.showing.line_sheet import line_sheet
from chipward.cli.showing.pick import pick, pick_line
from chipward.cli.showing.sheet import overview, texts
from chipward.cli.showing.value import line_value, trace_value
from chipward.cli.terminal import console
from chipward.dataset.load import load_dataset
from chipward.errors import Misuse
from chipward.site.traces.exhibit import exhibits
from chipward.site.traces.rail import courses


def show(  # noqa: PLR0913 -- each parameter is an option
    trace: RunArgument,
    unit: Annotated[
        str | None, typer.Option(metavar="UNIT", help="Only this unit and what is nested in it: its id or its name.")
    ] = None,
    stage: Annotated[
        str | None, typer.Option(metavar="STAGE", help="The texts of this stage, or of this kind, line by line.")
    ] = None,
    line: Annotated[
        str | None,
        typer.Option(metavar="FILE:N", help="What this line became, text by text: train.py:9, or UNIT/TEXT:4."),
    ] = None,
    data: DataOption = None,
    *,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List every line map; with --line, the lines and ways of all texts.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Show what a run became: its units, their texts, what there is to know, and what was not seen."""
    if line is not None and (unit is not None or stage is not None):
        message = "--line follows a line through all units and stages; leave out --unit and --stage"
        raise Misuse(message)
    (exhibit,) = exhibits([trace])
    out = console()
    if line is not None:
        artifact, place = pick_line(exhibit, line)
        if as_json:
            say_json(line_value(exhibit, artifact, place))
            return
        every = courses(exhibit.trace, load_dataset(data))
        for piece in tuple(line_sheet(exhibit, artifact, place, every, verbose=verbose)):  # all of it, or a complaint
            out.print(piece, soft_wrap=isinstance(piece, Text))
        return
    picked = pick(exhibit.trace, unit, stage)
    if as_json:
        say_json(trace_value(picked))
        return
    every = courses(exhibit.trace, load_dataset(data))
    for piece in texts(exhibit, picked) if stage is not None else overview(exhibit, picked, every, verbose=verbose):
        out.print(piece, soft_wrap=isinstance(piece, Text))
