"""Commands that load only when they run, and one way to say that something cannot be used."""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from chipward.cli.say import say
from chipward.errors import Misuse

MISUSE = 2


class Commands(TyperGroup):
    """The group of all commands. Help is drawn from their one-line summaries alone."""

    summaries: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def named(cls, summaries: Mapping[str, str]) -> "type[Commands]":
        """Make the group of these commands."""
        return type("NamedCommands", (cls,), {"summaries": summaries})

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 -- click's context, which typer wraps
        """Name the commands in the order of the help."""
        del ctx
        return list(self.summaries)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 -- click's types
        """Return a command that knows its name and summary; the real one while a shell completes its options."""
        if cmd_name not in self.summaries:
            return None
        if ctx.resilient_parsing:
            return _load(cmd_name)
        return TyperCommand(cmd_name, help=self.summaries[cmd_name])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 -- click's types
        """Load the command that is about to run, or say which name is the nearest."""
        if args and not args[0].startswith("-") and args[0] not in self.summaries:
            from chipward.cli.choose import no_such  # noqa: PLC0415 -- only who mistypes waits for it

            raise no_such(what="command", given=args[0], things=list(self.summaries))
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and _load(str(name)), rest

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 -- click's types
        """Run a command. Misuse becomes one sentence and exit code 2."""
        try:
            return super().invoke(ctx)
        except Misuse as misuse:
            say(f"chipward: {misuse}", err=True)
            raise typer.Exit(MISUSE) from None

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 -- click's types
        """Run the command line. What the machine refuses becomes one sentence and exit code 2, too."""
        try:
            return super().main(*args, **extra)
        except OSError as refused:
            say(f"chipward: {_refusal(refused)}", err=True)
            sys.exit(MISUSE)


def _refusal(refused: OSError) -> str:
    if refused.filename is None:
        return f"the output cannot be written ({refused.strerror}); send it elsewhere"
    return f"{refused.filename} cannot be used ({refused.strerror}); mend that, or name another file or folder"


def _load(name: str) -> Any:  # noqa: ANN401 -- click's command
    module = import_module(f"chipward.cli.{name}")
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
    # A command that takes options nobody can list beforehand says so in its SETTINGS.
    alone.command(name, context_settings=getattr(module, "SETTINGS", None))(getattr(module, name))
    return typer.main.get_command(alone)
