"""What a command that makes a bundle can be asked to leave out."""

from typing import Annotated

import typer

NoAfterWork = Annotated[
    bool,
    typer.Option(
        "--no-after-work",
        help="Leave out what takes long: building kernels again with debug lines, sampling operators, disassembly.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say only what goes wrong.")]
