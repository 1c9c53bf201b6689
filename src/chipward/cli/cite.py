"""``chipward cite``: words of a source as a citation."""

from typing import Annotated

import typer

from chipward.cli.choose import choose
from chipward.cli.folder import DataOption
from chipward.cli.quotes import sources_by_name
from chipward.cli.say import say, say_json
from chipward.cli.shelves import CacheFolder, Online, PackageFolders, SourceFolders, library
from chipward.dataset.load import data_folder
from chipward.dataset.verify.cite import cite as cite_words
from chipward.dataset.verify.judge import judge
from chipward.errors import Misuse
from chipward.model.citation import MAX_QUOTE, SHORTEST_QUOTE, Citation
from chipward.model.missing import Missing


def cite(  # noqa: PLR0913 -- each parameter is an option
    source: Annotated[str, typer.Argument(help="A source of a data file, such as how-pytorch-runs/dynamo-guards.")],
    words: Annotated[str, typer.Argument(help="Words that stand in it. Runs of white space count as one space.")],
    *,
    packages: PackageFolders = None,
    sources: SourceFolders = None,
    online: Online = False,
    cache: CacheFolder = None,
    data: DataOption = None,
) -> None:
    """Turn words of a source into a citation, ready to paste into its data file.

    Prints one JSON object for each place where the words stand. Exit code 1: they stand nowhere.
    """
    found = choose("source", source, sources_by_name(data or data_folder()))
    quote = " ".join(words.split())
    if not SHORTEST_QUOTE <= len(quote) <= MAX_QUOTE:
        message = (
            f"a quote has {SHORTEST_QUOTE} to {MAX_QUOTE} characters, and this has {len(quote)}; quote other words"
        )
        raise Misuse(message)
    with library(packages or [], sources or [], online=online, cache=cache, say=_say) as shelves:
        held = shelves.find([found])[found]
    if isinstance(held, Missing):
        message = f"{found.title} cannot be read: {held.why}"
        raise Misuse(message)
    citations = cite_words(found.id, quote, held.text)
    if not citations:
        wanted = Citation(id=found.id, source=found.id, exact=quote)
        say(f"{found.title} does not say so: {judge(wanted, held.text).detail}", err=True)
        raise typer.Exit(1)
    for citation in citations:
        say_json(citation.model_dump(mode="json"))
    if len(citations) > 1:
        say(f"the words stand in {len(citations)} places; keep the one that you mean", err=True)


def _say(url: str) -> None:
    say(f"fetching {url}", err=True)
