"""``chipward verify``: whether the quoted words are really there."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from chipward.cli.folder import DataOption
from chipward.cli.quotes import wanted
from chipward.cli.report import as_text, as_value
from chipward.cli.say import plain, say, say_json
from chipward.cli.shelves import CacheFolder, Online, PackageFolders, SourceFolders, library
from chipward.dataset.folder import load_lock
from chipward.dataset.load import data_folder, is_installed
from chipward.dataset.published import stale
from chipward.dataset.verify.lock_file import record
from chipward.dataset.verify.run import verify as verify_quotes
from chipward.errors import Misuse
from chipward.model.evidence import Verdict


def verify(  # noqa: PLR0913 -- each parameter is an option
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE[/CITATION]", help="Which data files, or single quotes.  [default: all files]"),
    ] = None,
    *,
    packages: PackageFolders = None,
    sources: SourceFolders = None,
    online: Online = False,
    cache: CacheFolder = None,
    data: DataOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print all results as JSON.")] = False,
    no_write: Annotated[
        bool, typer.Option("--no-write", help="Leave the lock as it is, like that of an installed chipward.")
    ] = False,
) -> None:
    """Find every quote again in its source, and write down what was seen in evidence.lock.json.

    White space may differ, nothing else. A source is read from the packages of the recorded version,
    else from a clone that holds the recorded commit, else, with --online, from the web. A source that
    none of them holds is unreachable; what an earlier check saw in it stays on record.

    Exit code 0: all are verified; 1: some are not; 2: there is nothing to verify or nothing to look in.
    """
    folder = data or data_folder()
    no_write = no_write or is_installed(folder)
    lock = load_lock(folder)
    chosen = wanted(folder, names or [])
    for document in chosen.whole:
        if (outdated := stale(document, lock)) and not no_write:
            message = f"{document.id}: {outdated} (or add --no-write to look without recording)"
            raise Misuse(message)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Reading sources", total=len(chosen.quotes))

        def fetching(url: str) -> None:
            progress.update(task, description=escape(plain(f"Fetching {url}")))

        with library(packages or [], sources or [], online=online, cache=cache, say=fetching) as shelves:
            day = datetime.now(UTC).date()
            results = verify_quotes(chosen.quotes, shelves, day, lambda _: progress.advance(task))
    if json:
        say_json(as_value(results, lock))
    for line in () if json else as_text(results, lock):
        say(line)
    if not no_write:
        record(results, chosen.whole, folder)
    if any(result.finding.verdict is not Verdict.VERIFIED for result in results):
        raise typer.Exit(1)
