"""``%%chipward`` in a notebook: a cell is run and traced, and its trace stands below it."""

import argparse
import shlex
from pathlib import Path
from typing import Any, NoReturn, Protocol

from chipward.capture.block import Block
from chipward.capture.options import Options
from chipward.errors import Misuse

DEFAULT = Path("cell.chipward")


class Shell(Protocol):
    """What is used of IPython."""

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
        self.add_argument("--no-after-work", action="store_true")
        self.add_argument("-q", "--quiet", action="store_true")

    def error(self, message: str) -> NoReturn:
        """Complain."""
        complaint = f"%%chipward: {message}; it takes -o FILE, --reuse-caches, --no-after-work and --quiet"
        raise Misuse(complaint)


def load_ipython_extension(shell: Shell) -> None:
    """Add ``%%chipward`` to a notebook: what ``%load_ext chipward`` calls."""

    def chipward(line: str, cell: str) -> None:
        """Run a cell and trace it: ``%%chipward [-o FILE] [--reuse-caches] [--no-after-work] [--quiet]``."""
        words = Words().parse_args(shlex.split(line))
        block = Block(
            words.output,
            Options(reuse_caches=words.reuse_caches),
            after_work=not words.no_after_work,
            quiet=words.quiet,
            kind="cell",
        )
        with block:
            shell.run_cell(cell, store_history=False)

    shell.register_magic_function(chipward, magic_kind="cell", magic_name="chipward")
