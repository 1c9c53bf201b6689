"""The command line: one command per file, each thin enough to read at a glance."""

import io
import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from chipward import __version__
from chipward.cli.commands import Commands

# In the order of the help. A command is the function of this name in the module of this name,
# which is imported when the command runs: `chipward --help` loads none of them.
COMMANDS: Mapping[str, str] = {
    "trace": "Run a program, and keep what it became down to the machine.",
    "finish": "Make a bundle of what a run has recorded that was cut short.",
    "open": "Show a trace in the browser, line by line.",
    "show": "Show a trace in the terminal.",
    "more": "Make more of a kernel that a trace holds: passes of its compiler, stages of its LLO.",
    "export": "Write a trace as one page that works offline, or as a bundle without what is private.",
    "doctor": "Say what this machine can do for each target, and what to install for more.",
    "paths": "List every path of every explainer.",
    "path": "Draw one path, stage by stage and arrow by arrow.",
    "tools": "List the tools that the explainers share.",
    "serve": "Serve the site to this machine until you press Ctrl-C.",
    "build": "Write the whole site into a folder.",
    "check": "Check the data: its form, its rules, and that every quote has been verified.",
    "verify": "Find every quote again in its source, and write down what was seen.",
    "cite": "Turn words of a source into a citation, ready to paste.",
    "schema": "Write the JSON Schemas of the data files from the models.",
}

app = typer.Typer(
    name="chipward",
    cls=Commands.named(COMMANDS),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _say_version(wanted: bool) -> None:  # noqa: FBT001 -- typer hands over the flag's value
    if wanted:
        typer.echo(f"chipward {__version__}")
        raise typer.Exit


@app.callback()
def chipward(
    *,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_say_version, help="Say the version.")
    ] = False,
) -> None:
    """From the line of code you write to the chip that runs it."""
    del version


def main() -> None:
    """Run the command line. An output that lacks a character shows a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()
