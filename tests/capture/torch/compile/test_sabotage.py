"""A part of the tracer that fails takes nothing from the program, and the trace says what it lacks."""

import json
import sys
from pathlib import Path

import pytest
from compile_runs import run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def spools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sabotage")
    command = [sys.executable, "sabotage.py", str(folder / "spools")]
    run(folder / "programs", command, TORCHINDUCTOR_CACHE_DIR=str(folder / "cache"))
    return folder / "spools"


def _records(spool: Path, kind: str) -> list[dict[str, object]]:
    records = [json.loads(line) for line in (spool / "journal-0.jsonl").read_text().splitlines()]
    return [record for record in records if record["type"] == kind]


def test_unharmed_it_sees_everything(spools: Path) -> None:
    missing = [str(record["what"]) for record in _records(spools / "whole", "missing") if not record["always"]]
    assert missing == ["Which node of Dynamo's graph each later node comes from"]  # the caches are shared
    assert len([record for record in _records(spools / "whole", "unit") if record["kind"] == "kernel"]) == 1


def test_each_harm_leaves_the_program_alone_and_is_told(spools: Path) -> None:
    lines_alone = {"generated_lines.mark_last", "writing.current_step"}
    for spool in spools.iterdir():
        if spool.name not in lines_alone | {"whole"}:
            reasons = [str(record["why"]) for record in _records(spool, "missing")]
            assert any("Sabotage" in reason for reason in reasons), spool.name


def test_lines_that_lost_their_origins_are_counted_as_lost(spools: Path) -> None:
    def mapped(name: str) -> int:
        maps = [record for record in _records(spools / name, "map") if str(record["end"]).endswith("/cpp")]
        return sum(len(set(record["edges"]["to"])) for record in maps if "post-grad" in str(record["start"]))  # type: ignore[index]

    assert mapped("generated_lines.mark_last") < mapped("whole")
