"""``chipward build``: the whole site as a folder."""

from pathlib import Path
from typing import Annotated

import typer

from chipward.cli.folder import DataOption
from chipward.cli.say import say
from chipward.dataset.load import data_folder
from chipward.site.build import build as build_site


def build(
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The folder to write; an earlier build there is brought up to date.")
    ],
    base_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where the site will stand, for canonical addresses and the sitemap. Links work without it.",
        ),
    ] = None,
    data: DataOption = None,
    *,
    force: Annotated[bool, typer.Option("--force", help="Build among files that no build wrote.")] = False,
) -> None:
    """Write the whole site into a folder. Any web server can publish it; it also opens from the disk."""
    files = build_site(data or data_folder(), out, base_url=base_url, force=force)
    say(f"{len(files)} files in {out}; open {out / 'index.html'}")
