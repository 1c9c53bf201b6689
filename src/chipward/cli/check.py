"""``chipward check``: whether the data is as it should be."""

from dataclasses import asdict
from typing import Annotated

import typer

from chipward.cli.folder import DataArgument
from chipward.cli.say import say, say_json
from chipward.dataset.folder import read_dataset
from chipward.dataset.load import data_folder
from chipward.dataset.rules import check as check_rules


def check(
    data: DataArgument = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the problems as a JSON list.")] = False,
) -> None:
    """Check the data: its form, its rules, and that every quote has been verified.

    Prints one problem a line. Exit code 0: none; 1: some; 2: there is no data to check.
    """
    folder = data or data_folder()
    dataset, problems = read_dataset(folder)
    if dataset:
        problems = check_rules(dataset)
    if as_json:
        say_json([asdict(problem) for problem in problems])
    for problem in () if as_json else problems:
        say(f"{problem}  [{problem.rule}]")
    if problems:
        say(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} in {folder}", err=True)
        raise typer.Exit(1)
    say(f"no problem in {folder}", err=True)
