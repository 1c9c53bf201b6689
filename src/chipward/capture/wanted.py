"""The targets that a user names: checked, each under its one id, before a program runs for them."""

import subprocess
import sys
from collections.abc import Iterable, Sequence

from chipward.errors import Misuse

HERE = "cpu"  # what the program runs on anyway


def wanted(names: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the targets to compile for. One that nobody knows is Misuse that names those there are."""
    from chipward.dataset.targets import find_target  # noqa: PLC0415 -- only who names a target waits for the table

    return tuple(dict.fromkeys(str(find_target(name).id) for name in names if name.casefold() != HERE))


def wanted_elsewhere(names: Sequence[str]) -> tuple[str, ...]:
    """Do the same in a process of its own: a program that is traced from inside loads nothing that reads tables."""
    if not names:
        return ()
    command = [sys.executable, "-P", "-m", __name__, *names]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 -- our own module
    if done.returncode:
        raise Misuse(done.stderr.strip().rpartition("\n")[2])
    return tuple(done.stdout.split())


if __name__ == "__main__":
    try:
        sys.stdout.write("\n".join(wanted(sys.argv[1:])))
    except Misuse as unknown:
        sys.exit(str(unknown))
