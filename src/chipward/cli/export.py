"""``chipward export``: a trace to pass on, as one page or as a bundle without what is private."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from chipward.bundle.archive import replacing
from chipward.bundle.read import open_bundle
from chipward.bundle.redact import redact
from chipward.cli.choose import no_such
from chipward.cli.folder import DataOption
from chipward.cli.recorded import RunArgument
from chipward.cli.say import say
from chipward.dataset.load import load_dataset
from chipward.errors import Misuse
from chipward.site.gather import read_static_files
from chipward.site.traces.exhibit import exhibits
from chipward.site.traces.export import export_page

REDACTABLE = {
    "source": "the code of your own files (names of files, classes and functions stay)",
    "paths": "where files lie on your machine",
}


def export(
    trace: RunArgument,
    out: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="What to write: run.html or another.chipward.")
    ],
    redacted: Annotated[
        str | None,
        typer.Option("--redact", metavar="WHAT", help="What to leave out: source, paths, or both, as in source,paths."),
    ] = None,
    data: DataOption = None,
) -> None:
    """Write a trace as one page that opens offline from the disk, or as a bundle with less in it."""
    what = _parts(redacted)
    if out.suffix.lower() not in {".html", ".chipward"}:
        message = f"{out} says neither .html nor .chipward; name a page, run.html, or a bundle, run.chipward"
        raise Misuse(message)
    if out.exists() and out.samefile(trace):
        message = f"{out} is the bundle itself; name another file"
        raise Misuse(message)
    if out.suffix.lower() == ".chipward":
        _redact(trace, what, out)
    elif what:
        with tempfile.TemporaryDirectory() as folder:
            less = Path(folder) / f"{trace.stem.removesuffix('.chipward') or 'trace'}.chipward"
            _redact(trace, what, less)
            _write_page(less, out, data, kept=trace)
    else:
        _write_page(trace, out, data, kept=trace)
    left_out = f", without {' and '.join(REDACTABLE[part] for part in sorted(what))}" if what else ""
    say(f"{out} holds the trace{left_out}: {out.stat().st_size:,} bytes")


def _parts(words: str | None) -> frozenset[str]:
    parts = frozenset(part.strip() for part in (words or "").split(",") if part.strip())
    for part in sorted(parts - REDACTABLE.keys()):
        raise no_such(what="part to leave out named", given=part, things=list(REDACTABLE))
    if words is not None and not parts:
        message = f"--redact names nothing; write what to leave out: {','.join(REDACTABLE)}"
        raise Misuse(message)
    return parts


def _redact(trace: Path, what: frozenset[str], out: Path) -> None:
    if not what:
        message = f"{trace} would only be copied; add --redact {','.join(REDACTABLE)}, or name a page, run.html"
        raise Misuse(message)
    with open_bundle(trace) as bundle:
        redact(bundle, what, out)


def _write_page(trace: Path, out: Path, data: Path | None, kept: Path) -> None:
    (exhibit,) = exhibits([trace])
    with exhibit.bundle:
        page = export_page(exhibit, load_dataset(data), read_static_files()).encode()
    with replacing(out, f"{kept} is as it was") as file:
        file.write(page)
