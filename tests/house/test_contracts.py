"""The floors of the house: import-linter reads the contracts, and can see them broken."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_import_goes_down() -> None:
    outcome = lint_imports(ROOT)
    assert outcome.returncode == 0, outcome.stdout


def test_an_import_that_goes_up_is_caught(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    errors = tmp_path / "src/chipward/errors.py"
    errors.write_text(f"import chipward.model\n{errors.read_text(encoding='utf-8')}", encoding="utf-8")
    outcome = lint_imports(tmp_path)
    assert outcome.returncode != 0
    assert "chipward.errors -> chipward.model" in outcome.stdout
