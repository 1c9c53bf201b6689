"""How a command is told which run to show."""

from pathlib import Path
from typing import Annotated

import typer

RunArgument = Annotated[
    Path,
    typer.Argument(
        metavar="RUN",
        help="A bundle, or the folder that a killed run has left.",
        readable=False,  # whoever opens it says what is wrong with it, in one sentence
    ),
]
