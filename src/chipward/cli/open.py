"""``chipward open``: a trace in the browser, for this machine alone."""

import webbrowser
from typing import Annotated

import typer

from chipward.cli.folder import DataOption
from chipward.cli.recorded import RunArgument
from chipward.cli.say import say
from chipward.dataset.load import data_folder
from chipward.site.serve import DEFAULT_PORT
from chipward.site.serve import serve as serve_site
from chipward.site.traces.address import trace_url
from chipward.site.traces.exhibit import exhibits


def open(  # noqa: A001 -- a command is the function of its name
    trace: RunArgument,
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
    *,
    browser: Annotated[bool, typer.Option("--browser", help="Open it in your browser, too.")] = False,
) -> None:
    """Serve the site with a trace of yours, to this machine, until you press Ctrl-C.

    A bundle that changes shows on the next page load.
    """
    (exhibit,) = exhibits([trace])  # what is wrong with it is said before anything is served
    exhibit.bundle.close()

    def tell(address: str) -> None:
        url = f"{address.rstrip('/')}{trace_url(exhibit.slug)}"
        say(f"{trace.name} is at {url}")
        if browser:
            webbrowser.open(url)

    serve_site(data or data_folder(), host, port, tell, traces=[trace])
