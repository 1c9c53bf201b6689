"""Plain words to the terminal: whatever they quote, no character of it is obeyed there."""

import json
import sys

import typer


def say(line: str, *, err: bool = False) -> None:
    """Print one line of text."""
    typer.echo(plain(line), err=err)


def say_json(value: object) -> None:
    """Print a value as JSON. Where the output has not all characters, escapes stand for them."""
    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
    typer.echo("\n".join(map(plain, json.dumps(value, indent=1, ensure_ascii=ascii_only).split("\n"))))


def plain(line: str) -> str:
    r"""Spell what cannot be seen as JSON spells it: the start of a terminal's command as ``\u001b``."""
    return line.translate({ord(sign): json.dumps(sign)[1:-1] for sign in set(line) if not sign.isprintable()})
