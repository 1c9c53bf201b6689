"""``%%chipward`` in a notebook: a cell is run and traced, and its trace stands below it."""

import argparse
import shlex
from html import escape
from pathlib import Path
from typing import Any, NoReturn, Protocol

from chipward.capture.block import Block
from chipward.capture.options import Options
from chipward.capture.wanted import wanted_elsewhere
from chipward.errors import Misuse

DEFAULT = Path("cell.chipward")
TAKES = "-o FILE, --reuse-caches, --watch auto or every-call, --target TARGET, --no-after-work and --quiet"
HEIGHT = 640  # pixels of the notebook
LARGEST = 16 * 2**20  # characters of a page that a notebook file can bear


class Shell(Protocol):
    """What is used of IPython."""

    execution_count: int

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None:  # noqa: ANN401 -- IPython's
        """Add a magic."""

    def run_cell(self, raw_cell: str, *, store_history: bool) -> Any:  # noqa: ANN401 -- IPython's
        """Run code as a cell."""


class Words(argparse.ArgumentParser):
    """The words behind %%chipward. What cannot be used is Misuse, and does not end the notebook."""

    def __init__(self) -> None:
        super().__init__(prog="%%chipward", add_help=False)
        self.add_argument("-o", "--output", type=Path, default=DEFAULT)
        self.add_argument("--reuse-caches", action="store_true")
        self.add_argument("--watch", choices=("auto", "every-call"), default="auto")
        self.add_argument("--target", action="append", default=[])
        self.add_argument("--no-after-work", action="store_true")
        self.add_argument("-q", "--quiet", action="store_true")

    def read(self, line: str) -> argparse.Namespace:
        """Read the words of a line, split as a shell would."""
        try:
            words = shlex.split(line)
        except ValueError as unclosed:  # a quotation mark without its twin
            raise _refusal(str(unclosed).lower()) from None
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        """Complain."""
        raise _refusal(message)


def _refusal(message: str) -> Misuse:
    return Misuse(f"%%chipward: {message}; it takes {TAKES}")


class Viewer:
    """A trace below a cell: the viewer in a notebook, a sentence in a terminal."""

    def __init__(self, bundle: Path) -> None:
        self.bundle = bundle

    def __repr__(self) -> str:
        return f"{self.bundle} (to see it: chipward open {self.bundle})"

    def _repr_html_(self) -> str:
        page = one_page(self.bundle)
        if len(page) > LARGEST:
            return f"<p>{escape(repr(self))}: it is too large to stand here.</p>"
        # Whatever a trace holds, it can reach nothing of the notebook.
        return (
            f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-downloads allow-popups" '
            f'title="{escape(str(self.bundle))}" style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )


def one_page(bundle: Path) -> str:
    """Return the page that `chipward export` writes."""
    # The viewer's side of chipward is loaded when a notebook shows something.
    from chipward.dataset.load import load_dataset  # noqa: PLC0415
    from chipward.site.gather import read_static_files  # noqa: PLC0415
    from chipward.site.traces.exhibit import exhibits  # noqa: PLC0415
    from chipward.site.traces.export import export_page  # noqa: PLC0415

    (exhibit,) = exhibits([bundle])
    with exhibit.bundle:
        return export_page(exhibit, load_dataset(), read_static_files())


def load_ipython_extension(shell: Shell) -> None:
    """Add ``%%chipward`` to a notebook: what ``%load_ext chipward`` calls."""

    def chipward(line: str, cell: str) -> Viewer | None:
        """Run a cell and trace it, with the options of `chipward trace`: ``%%chipward [-o FILE] [--quiet]``."""
        words = Words().read(line)
        block = Block(
            words.output,
            Options(
                reuse_caches=words.reuse_caches,
                every_call=words.watch == "every-call",
                targets=wanted_elsewhere(words.target),
            ),
            after_work=not words.no_after_work,
            quiet=words.quiet,
            kind="cell",
            entry=f"In [{shell.execution_count}]",
        )
        with block:
            block.failed = not shell.run_cell(cell, store_history=False).success
        return Viewer(words.output) if words.output.exists() else None

    shell.register_magic_function(chipward, magic_kind="cell", magic_name="chipward")
