"""The house keeps its files small and its names honest."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = {".py", ".ts", ".css", ".html"}
VAGUE = re.compile(r"^(utils?|helpers?|common|misc|manager)$")


def tracked_files() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],  # noqa: S607 -- whichever git the reader has
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for path in map(Path, listing.stdout.splitlines()) if (ROOT / path).is_file()]


CODE_FILES = [path for path in tracked_files() if path.suffix in CODE]


@pytest.mark.parametrize("path", CODE_FILES, ids=str)
def test_no_code_file_is_longer_than_400_lines(path: Path) -> None:
    assert len((ROOT / path).read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", CODE_FILES, ids=str)
def test_every_file_is_named_after_what_it_holds(path: Path) -> None:
    assert not any(VAGUE.match(Path(part).stem) for part in path.parts)


def test_no_absolute_path_of_a_machine_is_tracked() -> None:
    # Spelled in two parts, so that this file does not find itself.
    homes = re.compile("|".join(["/" + "root/", "/" + "home/", "/" + "work/", "/" + "Users/"]))
    found = [
        f"{path}:{number}"
        for path in tracked_files()
        if path.suffix not in {".png", ".woff2", ".ttf", ".chipward"}
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), start=1)
        if homes.search(line)
    ]
    assert found == []
