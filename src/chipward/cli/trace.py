"""``chipward trace``: run a program and keep what it became."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from chipward.capture.entry import Entry
from chipward.capture.launch import check_system, end_alike
from chipward.capture.options import Options
from chipward.capture.output import Spool
from chipward.capture.run import run
from chipward.capture.serving import has_stand_in, lacks
from chipward.capture.wanted import wanted
from chipward.cli.leaving_out import NoAfterWork, Quiet
from chipward.cli.say import say
from chipward.errors import Misuse


class Watch(StrEnum):
    """How closely eager code is watched."""

    AUTO = "auto"
    EVERY_CALL = "every-call"


# What follows the script is the script's own, options and all.
SETTINGS = {"allow_interspersed_args": False}


def trace(  # noqa: PLR0913 -- each parameter is an option
    script: Annotated[str, typer.Argument(metavar="SCRIPT", help="A Python script, or a module after -m.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENTS", help="Its own, options and all.")
    ] = None,
    *,
    module: Annotated[bool, typer.Option("-m", help="SCRIPT is a module, such as package.module.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The bundle.  [default: SCRIPT's name, here, as .chipward]"
        ),
    ] = None,
    reuse_caches: Annotated[
        bool,
        typer.Option(
            "--reuse-caches", help="Let caches of earlier compilations answer. Without it all is compiled afresh."
        ),
    ] = False,
    watch: Annotated[
        Watch,
        typer.Option(
            help="auto pauses where nothing new happens: quicker, but counts are not exact. every-call never pauses."
        ),
    ] = Watch.AUTO,
    targets: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="TARGET",
            help="Compile for this chip, too, after the run, be it here or not: cuda:h100, tpu:v5e, … Repeatable.",
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Run the program once more for each cuda target, on a stand-in for the GPU, to see what eager code "
            "launches there. Whatever the program does, files and all, it does again.",
        ),
    ] = False,
    no_after_work: NoAfterWork = False,
    quiet: Quiet = False,
) -> None:
    """Run a program as Python would, and keep what each stage made of it.

    The exit code is the program's own.
    """
    entry = Entry(script, tuple(arguments or ()), is_module=module)
    check_system()
    entry.check()
    options = Options(
        reuse_caches=reuse_caches, every_call=watch is Watch.EVERY_CALL, targets=wanted(targets) if targets else ()
    )
    if dry_run and not any(map(has_stand_in, options.targets)):
        message = "--dry-run needs a GPU of NVIDIA's to stand in for; name one, as in --target cuda:h100 --dry-run"
        raise Misuse(message)
    spool = Spool.for_run(output or entry.default_output)
    if spool.set_aside:
        say(f"chipward: an earlier run was cut short; what it saw is kept in {spool.set_aside}", err=True)
    for lack in lacks(options.targets):
        say(f"chipward: {lack}", err=True)
    ended = run(entry, spool, options, dry_run=dry_run)

    from chipward.cli.after_run import make_bundle  # noqa: PLC0415 -- nothing that the program has to wait for

    make_bundle(spool.folder, spool.out, after_work=not no_after_work, quiet=quiet)
    raise typer.Exit(end_alike(ended))
