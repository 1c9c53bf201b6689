"""What a trace takes and refuses, and what a map says of itself."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from chipward.model.artifact import Artifact, Place
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss, MapEntry, MapId, Outcome, Trace

ARTIFACT: dict[str, Any] = {
    "id": "kernel-0/cpp",
    "unit": "kernel-0",
    "kind": "cpp-kernel",
    "title": "C++",
    "origin": "executed",
    "recipe": {"how": "Written by Inductor"},
    "sha256": "0" * 64,
    "file": f"artifacts/{'0' * 64}.cpp",
    "bytes": 12,
    "lines": 3,
}


def artifact(**facts: Any) -> Artifact:
    return Artifact.model_validate(ARTIFACT | facts)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "cpp"},
        {"id": "kernel-0/a/b"},
        {"id": "../cpp"},
        {"id": "kernel-0/.."},
        {"id": "kernel-0/cpp\n"},
        {"id": "-x/cpp"},
        {"unit": ""},
        {"unit": "u" * 201},
        {"kind": "Cpp"},
        {"title": "  "},
        {"origin": "guessed"},
        {"sha256": "0" * 63},
        {"sha256": "G" * 64},
        {"file": f"artifacts/{'0' * 64}/x"},
        {"file": f"artifacts/{'0' * 64}.CPP"},
        {"file": "artifacts/x"},
        {"bytes": -1},
        {"lines": -1},
        {"stage": "Not a slug"},
        {"colour": "red"},
    ],
    ids=json.dumps,
)
def test_an_artifact_refuses(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        artifact(**change)


@pytest.mark.parametrize("identity", ["p1.frame-0-0/post-grad.2", "a/b", "_/_", "9/9.py"])
def test_an_artifact_may_be_called(identity: str) -> None:
    assert artifact(id=identity).id == identity


@pytest.mark.parametrize("line", [0, -1, 1.5, "1", None])
def test_lines_count_from_one(line: Any) -> None:
    with pytest.raises(ValidationError):
        Place.model_validate_json(json.dumps({"artifact": "a/b", "line": line}), strict=True)


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), -1])
def test_times_are_numbers(seconds: float) -> None:
    with pytest.raises(ValidationError):
        Outcome.model_validate({"ending": "finished", "seconds": seconds})


def test_a_map_counts_its_lines_and_edges() -> None:
    edges = [
        Edge(1, 1, EdgeKind.EXACT),
        Edge(1, 2, EdgeKind.UNIT),
        Edge(2, 2, EdgeKind.EXACT),
    ]
    loss = Loss(side="to", lines=1, why="Loop control")
    start, end = artifact(), artifact(id="kernel-0/asm", lines=5)
    entry = MapEntry.of(MapId("7"), start, end, LineMap.of(edges), method="DWARF", losses=(loss,))
    assert entry.model_dump(by_alias=True, mode="json") == {
        "id": "7",
        "from": "kernel-0/cpp",
        "to": "kernel-0/asm",
        "method": "DWARF",
        "file": "maps/7.json",
        "start_lines": 3,
        "start_mapped": 2,
        "end_lines": 5,
        "end_mapped": 2,
        "kinds": {"exact": 2, "unit": 1},
        "losses": [{"side": "to", "lines": 1, "why": "Loop control"}],
    }


def test_a_trace_comes_back_as_it_was_written() -> None:
    trace = Trace.model_validate(
        {
            "schema": 1,
            "chipward": "0.1.0",
            "program": {"kind": "script", "entry": "train.py", "directory": "."},
            "environment": {"system": "Linux", "machine": "x86_64", "python": "3.11"},
            "outcome": {"ending": "killed", "signal": "SIGKILL"},
            "units": [{"id": "kernel-0", "name": "k", "kind": "kernel"}],
            "artifacts": [ARTIFACT],
        }
    )
    for spelled in (trace.model_dump_json(by_alias=True), trace.model_dump_json(by_alias=True, exclude_none=True)):
        assert Trace.model_validate_json(spelled, strict=True, by_alias=True, by_name=False) == trace
