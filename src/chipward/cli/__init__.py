"""The command line: one command per file, each thin enough to read at a glance."""

import typer

app = typer.Typer(
    name="chipward",
    help="From the line of code you write to the chip that runs it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line."""
    app()
