"""``chipward schema``: the published schemas, made from the models."""

from pathlib import Path
from typing import Annotated

import typer

from chipward.cli.folder import DataArgument
from chipward.cli.say import say
from chipward.dataset.load import data_folder
from chipward.dataset.schema import spelled_schemas
from chipward.errors import Misuse


def schema(
    data: DataArgument = None,
    *,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; say what is out of date.")] = False,
) -> None:
    """Write the JSON Schemas of the data files from the models.

    Exit code 0: they are up to date; 1: with --check, some are not.
    """
    folder = (data or data_folder()) / "schema"
    outdated = 0
    for name, text in spelled_schemas().items():
        file = folder / name
        if file.is_file() and file.read_bytes() == text.encode():
            continue
        outdated += 1
        if not check:
            _write(file, text)
        say(f"{file} is out of date; run `chipward schema`" if check else f"wrote {file}")
    if check and outdated:
        raise typer.Exit(1)


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{file} cannot be written ({error.strerror}); name a data folder that you may write to"
        raise Misuse(message) from None
