"""``chipward finish``: a bundle of the recording that a run has left."""

from pathlib import Path
from typing import Annotated

import typer

from chipward.capture.output import Spool
from chipward.capture.summary import bundle_of
from chipward.cli.after_run import make_bundle
from chipward.cli.commands import MISUSE
from chipward.cli.leaving_out import NoAfterWork, Quiet


def finish(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="What the run has left, such as run.chipward.part.",
            readable=False,  # whoever reads it says what is wrong with it, in one sentence
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The bundle.  [default: the recording's name without .part]"
        ),
    ] = None,
    no_after_work: NoAfterWork = False,
    quiet: Quiet = False,
) -> None:
    """Make a bundle of what a run has recorded, if chipward was killed before it could."""
    spool = Spool.left(folder, output or bundle_of(folder))
    if not make_bundle(spool.folder, spool.out, after_work=not no_after_work, quiet=quiet):
        raise typer.Exit(MISUSE)
