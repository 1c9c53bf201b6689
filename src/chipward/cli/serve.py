"""``chipward serve``: the site, live, for this machine alone."""

from typing import Annotated

import typer

from chipward.cli.folder import DataOption
from chipward.dataset.load import data_folder
from chipward.site.serve import DEFAULT_PORT
from chipward.site.serve import serve as serve_site


def serve(
    host: Annotated[str, typer.Option(metavar="HOST", help="A loopback address of this machine.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=0,
            max=65535,
            help=f"0 for any free one.  [default: the first free one from {DEFAULT_PORT}]",
        ),
    ] = None,
    data: DataOption = None,
) -> None:
    """Serve the site to this machine until you press Ctrl-C. Changed data shows on the next page load."""
    serve_site(data or data_folder(), host, port, lambda address: typer.echo(f"chipward is at {address}"))
