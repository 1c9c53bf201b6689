"""`chipward paths`, `tools` and `schema`."""

import json
from pathlib import Path

from run_chipward import chipward

from demo import Demo


def test_paths_are_listed(demo: Demo) -> None:
    told = chipward("paths", "--data", demo.data).stdout.splitlines()
    assert [line.split() for line in told[:3]] == [
        ["Framework", "Path", "Stages", "Steps"],
        ["Demo", "Plain", "4", "3"],
        ["Demo", "demo.fast", "4", "3"],
    ]
    assert told[-1] == "Draw one: chipward path demo --mode fast"


def test_paths_as_json(demo: Demo) -> None:
    first, _ = json.loads(chipward("paths", "--json", "--data", demo.data).stdout)
    assert first == {
        "explainer": "demo",
        "selection": {"mode": "plain"},
        "stages": 4,
        "steps": 3,
        "url": "/explainers/demo/plain/",
    }


def test_all_shipped_paths_are_listed() -> None:
    paths = json.loads(chipward("paths", "--json").stdout)
    assert len(paths) == 13
    assert paths[-1]["selection"] == {"mode": "compile", "device": "nvidia-gpu"}


def test_tools_are_listed(demo: Demo) -> None:
    told = chipward("tools", "--data", demo.data).stdout.splitlines()
    assert [line.split() for line in told] == [["Tool", "Demo"], ["Engine", "✓"]]


def test_tools_as_json(demo: Demo) -> None:
    tools = json.loads(chipward("tools", "--json", "--data", demo.data).stdout)
    assert tools == [{"tool": "engine", "name": "Engine", "explainers": ["demo"]}]


def test_all_shipped_tools_are_listed() -> None:
    told = chipward("tools").stdout.splitlines()
    assert told[1].split() == ["CUDA", "✓", "✓", "✓"]
    assert len(told) == 10


def test_data_that_does_not_hold_together_is_refused_everywhere(demo: Demo) -> None:
    demo.change(lambda data: data["paths"][0]["steps"].append("chip--moon"))
    for command in ("paths", "tools", "path"):
        result = chipward(command, "--data", demo.data)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "names the step 'chip--moon', which does not exist" in result.stderr


SCHEMAS = ("atlas", "evidence-lock", "explainer", "targets", "tpus", "trace")


def test_schemas_are_written_once(tmp_path: Path) -> None:
    told = chipward("schema", tmp_path).stdout.splitlines()
    assert told == [f"wrote {tmp_path}/schema/{name}.json" for name in SCHEMAS]
    assert chipward("schema", tmp_path).stdout == ""
    assert chipward("schema", tmp_path, "--check").exit_code == 0


def test_schemas_that_are_out_of_date_are_told_and_left(tmp_path: Path) -> None:
    chipward("schema", tmp_path)
    (tmp_path / "schema/atlas.json").write_text("{}", encoding="utf-8")
    result = chipward("schema", tmp_path, "--check")
    assert result.exit_code == 1
    assert result.stdout == f"{tmp_path}/schema/atlas.json is out of date; run `chipward schema`\n"
    assert (tmp_path / "schema/atlas.json").read_text(encoding="utf-8") == "{}"


def test_schemas_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    result = chipward("schema", tmp_path / "nowhere/data")
    assert result.exit_code == 2
    assert "name a data folder that you may write to" in result.stderr


def test_the_published_schemas_are_up_to_date() -> None:
    assert chipward("schema", "--check").exit_code == 0
