"""Running the command line, in this process or in one of its own."""

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from chipward.cli import app


def chipward(*words: str | Path) -> Result:
    """Run the command line here. An error that is not meant for the user is raised, not shown."""
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "80", "NO_COLOR": "1"})
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def outside(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a program."""
    command = [sys.executable, "-W", "error", "-m", "chipward", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | environment)
