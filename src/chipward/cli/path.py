"""``chipward path``: one path, drawn in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from chipward.cli.choose import choose
from chipward.cli.folder import DataOption
from chipward.cli.say import say_json
from chipward.cli.strata import draw
from chipward.cli.terminal import console
from chipward.dataset.load import load_dataset
from chipward.dataset.telling import path_value
from chipward.errors import Misuse
from chipward.model.explainer import Choice, Explainer
from chipward.model.explainer import Path as Route

# Which options there are depends on the explainer: --mode and --device, or --backend.
SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True}


def path(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="EXPLAINER --CHOICE OPTION...", help="Such as: pytorch --mode compile --device cpu"),
    ] = None,
    data: DataOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the path as a JSON object.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Add what is said, the quotes for it, and their verdicts.")
    ] = False,
) -> None:
    """Draw one path, stage by stage and arrow by arrow, from your code down to the chip.

    The options are the choices of the explainer; leave one out to be told what there is to choose from.
    """
    dataset = load_dataset(data)
    named, picked = _split(words or [])
    by_name = {name: each for each in dataset.explainers for name in (each.slug, each.id, each.framework)}
    slugs = [each.slug for each in dataset.explainers]
    if not named:
        message = f"name an explainer: {', '.join(slugs)}"
        raise Misuse(message)
    explainer = choose("explainer", named, by_name, shown=slugs)
    route = _route(explainer, picked)
    if as_json:
        say_json(path_value(dataset, explainer, route))
    else:
        draw(console(), dataset, explainer, route, verbose=verbose)


def _split(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Tell the explainer from the options: ``pytorch --mode compile --device=cpu``."""
    named, picked, left = "", dict[str, str](), list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            if word.startswith("-"):
                message = f"there is no option {word}; give options as --choice option"
                raise Misuse(message)
            if named:
                message = f"{named!r} and {word!r} are two explainers; name one, and give options as --choice option"
                raise Misuse(message)
            named = word
            continue
        name, given, value = word.removeprefix("--").partition("=")
        if not given:
            value = left.pop(0) if left and not left[0].startswith("--") else ""
        if name in picked:
            message = f"--{name} is given twice; give it once"
            raise Misuse(message)
        picked[name] = value
    return named, picked


def _route(explainer: Explainer, picked: Mapping[str, str]) -> Route:
    choices: dict[str, Choice] = {choice.id: choice for choice in explainer.choices}
    wanted: dict[str, str] = {}
    for name, value in picked.items():
        choice = choose(f"choice of {explainer.slug} named", name, choices)
        if not value:
            message = f"--{choice.id} has no value; give it one: {_spell(choice)}"
            raise Misuse(message)
        options = {spelled: option for option in choice.options for spelled in (option.id, option.name)}
        wanted[choice.id] = choose(choice.id, value, options, shown=[option.id for option in choice.options]).id
    left_out = [choice for choice in explainer.choices if choice.id not in wanted]
    if left_out:
        message = f"{explainer.slug} needs {' and '.join(map(_spell, left_out))}"
        raise Misuse(message)
    return next(path for path in explainer.paths if dict(path.selection) == wanted)


def _spell(choice: Choice) -> str:
    return f"--{choice.id} {'|'.join(option.id for option in choice.options)}"
