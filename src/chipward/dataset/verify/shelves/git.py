"""Asking a git repository for many objects at once, trusting nothing in it but its objects."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from chipward.dataset.verify.shelves.shelf import LARGEST, may_be_read

PATIENCE = 300  # seconds for one repository

# No settings of the user or the machine, no prompt, no hook, no helper, and no fetching of what a partial clone lacks.
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}
_SETTINGS = ("protocol.allow=never", f"core.hooksPath={os.devnull}", "core.fsmonitor=false")

_WANTED = (b"blob", b"commit", b"tag")  # a folder is no text


class NoGit(Exception):  # noqa: N818 -- it says what is the case
    """Git is not installed or did not answer."""


def git_folder(folder: Path) -> Path | None:
    """Return the git directory of a clone (with or without a work tree), or None if the folder is none."""
    if not may_be_read(folder):
        return None
    if (folder / ".git").exists():
        return folder / ".git"
    if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
        return folder
    return None


def read_objects(repository: Path, names: Sequence[str]) -> tuple[bytes | None, ...]:
    """Return the objects of a repository by names such as ``<commit>:<path>``; None for those that it lacks."""
    # One name a line: no name may hold a line end.
    asked = [name for name in dict.fromkeys(names) if name.isprintable()]
    answers: dict[str, bytes | None] = {}
    while left := asked[len(answers) :]:
        found = _answers(_cat_file(repository, left))
        # Git before 2.44 ends at the first object that a partial clone has not got; go on behind it.
        answers |= zip(left, [*found, None] if len(found) < len(left) else found, strict=False)
    return tuple(answers.get(name) for name in names)


def _cat_file(repository: Path, names: Sequence[str]) -> bytes:
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    command = ["git", *settings, f"--git-dir={repository}", "cat-file", "--batch"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | _ENVIRONMENT
    lines = "".join(f"{name}\n" for name in names).encode()
    try:
        done = subprocess.run(  # noqa: S603 -- a fixed command; names go in as data
            command, input=lines, capture_output=True, env=environment, timeout=PATIENCE, check=False
        )
    except FileNotFoundError:
        message = "git is not installed"
        raise NoGit(message) from None
    except subprocess.TimeoutExpired:
        message = f"git did not answer within {PATIENCE} seconds in {repository.name}"
        raise NoGit(message) from None
    return done.stdout


def _answers(output: bytes) -> list[bytes | None]:
    """Split ``<hash> blob <size>`` and its content, or ``<name> missing``, one after the other."""
    found: list[bytes | None] = []
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        *_, kind, size = output[at:end].rsplit(b" ", 2)
        at = end + 1
        if size.isdigit():
            length = int(size)
            found.append(output[at : at + length] if kind in _WANTED and length <= LARGEST else None)
            at += length + 1
        else:
            found.append(None)
    return found
