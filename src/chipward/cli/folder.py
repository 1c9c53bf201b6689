"""How a command is told which data to use: the data that chipward ships, or a folder of one's own."""

from pathlib import Path
from typing import Annotated

import typer

DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Another data folder than the one that chipward ships."),
]
DataArgument = Annotated[Path | None, typer.Argument(help="A data folder.  [default: the one that chipward ships]")]
