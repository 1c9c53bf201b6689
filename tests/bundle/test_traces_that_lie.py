"""A trace.json that is broken, contradicts itself, or comes from a newer chipward: one sentence says where."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import recorded

from chipward import __version__
from chipward.bundle import trace_file
from chipward.bundle.read import open_bundle


def test_an_older_schema_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recorded.bundle(tmp_path)
    monkeypatch.setattr(trace_file.model, "SCHEMA_VERSION", 2)
    with open_bundle(path) as bundle:
        assert bundle.trace.version == 1


@pytest.mark.parametrize("strange", [{}, {"unheard_of": [1]}, {"units": "elsewhere"}])
def test_of_a_newer_schema_is_said_who_reads_it(tmp_path: Path, strange: dict[str, Any]) -> None:
    path = recorded.retraced(
        recorded.bundle(tmp_path), lambda trace: trace.update({"schema": 7, "chipward": "3.1.4"} | strange)
    )
    assert recorded.refused(path) == (
        "trace.json: has schema 7, written by chipward 3.1.4, and chipward 0.1.0 reads schemas up to 1; "
        "install chipward 3.1.4 or later: pip install --upgrade chipward"
    )


@pytest.mark.parametrize("writer", [__version__, "\x1b[31m2.0", "the best one", "9" * 50, 7, None])
def test_a_writer_that_is_no_newer_version_is_not_recommended(tmp_path: Path, writer: object) -> None:
    path = recorded.retraced(recorded.bundle(tmp_path), lambda trace: trace.update({"schema": 7, "chipward": writer}))
    assert recorded.refused(path).endswith("install a newer chipward: pip install --upgrade chipward")


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a key nobody knows": (lambda t: t.update(extra=1), "trace.json: extra: extra inputs are not permitted"),
    "no units": (lambda t: t.pop("program"), "trace.json: program: field required"),
    "a size that is text": (lambda t: t["artifacts"][1].update(bytes="7"), "trace.json: artifacts[1].bytes: input"),
    "a size below zero": (lambda t: t["artifacts"][1].update(bytes=-7), "trace.json: artifacts[1].bytes: input"),
    "a huge number": (lambda t: t["artifacts"][1].update(bytes=10**40), "artifacts/"),
    "a number without end": (lambda t: t["outcome"].update(seconds=float("inf")), "trace.json: outcome.seconds: input"),
    "no number": (lambda t: t["outcome"].update(seconds=float("nan")), "trace.json: outcome.seconds: input"),
    "an id that is a path": (lambda t: t["units"][0].update(id="../x"), "trace.json: units[0].id: string should match"),
    "a file that is a path": (
        lambda t: t["artifacts"][0].update(file="/etc/passwd"),
        "trace.json: artifacts[0].file: ",
    ),
    "a map file that is a path": (lambda t: t["maps"][0].update(file="maps/../x"), "trace.json: maps[0].file: string"),
    "another map's file": (lambda t: t["maps"][0].update(file="maps/1.json"), "trace.json: maps[0].file: is not named"),
    "a unit twice": (lambda t: t["units"].append(t["units"][0]), "trace.json: units[3]: has the id program once more"),
    "an artifact twice": (lambda t: t["artifacts"].append(t["artifacts"][0]), "trace.json: artifacts[4]: has the id"),
    "a map twice": (lambda t: t["maps"].append(t["maps"][0]), "trace.json: maps[2]: has the id 0 once more"),
    "a circle of units": (
        lambda t: t["units"][1].update(parent="kernel-0"),
        "trace.json: units[1].parent: leads in a circle back to frame-0-0",
    ),
    "a unit that is its own parent": (
        lambda t: t["units"][0].update(parent="program"),
        "trace.json: units[0].parent: leads in a circle back to program",
    ),
    "a parent that is nowhere": (
        lambda t: t["units"][1].update(parent="x"),
        "trace.json: units[1].parent: leads to x, and nothing has this id",
    ),
    "a circle of artifacts": (
        lambda t: t["artifacts"][2].update(made_from="kernel-0/object"),
        "trace.json: artifacts[2].made_from: leads in a circle back to kernel-0/cpp",
    ),
    "an artifact without a unit": (
        lambda t: t["artifacts"][2].update(unit="x"),
        "trace.json: artifacts[2].unit: names x, and no unit has this id",
    ),
    "an artifact under another's name": (
        lambda t: t["artifacts"][2].update(unit="program"),
        "trace.json: artifacts[2].id: is kernel-0/cpp, and its unit is program",
    ),
    "a file of another hash": (
        lambda t: t["artifacts"][2].update(sha256="0" * 64),
        "trace.json: artifacts[2].file: is not named by the hash of the artifact",
    ),
    "more lines than bytes": (
        lambda t: t["artifacts"][0].update(lines=10**9),
        "trace.json: artifacts[0].lines: are more than the artifact has bytes",
    ),
    "a program file that is nowhere": (
        lambda t: t["program"]["files"][0].update(artifact="program/x"),
        "trace.json: program.files[0]: names program/x, and no artifact has this id",
    ),
    "a map from nowhere": (
        lambda t: t["maps"][0].update({"from": "x/y"}),
        "trace.json: maps[0].from: names x/y, and no artifact has this id",
    ),
    "a map to itself": (
        lambda t: t["maps"][1].update({"from": "kernel-0/cpp", "start_lines": 4}),
        "trace.json: maps[1]: leads from a text to itself",
    ),
    "a map of other lines": (
        lambda t: t["maps"][0].update(start_lines=3),
        "trace.json: maps[0]: says that program/train.py has 3 lines, and it has 2",
    ),
    "a map of too many lines": (
        lambda t: t["maps"][0].update(start_mapped=3),
        "trace.json: maps[0]: maps 3 lines of program/train.py, which has 2",
    ),
    "a place past the end": (
        lambda t: t["units"][1]["place"].update(line=3),
        "trace.json: units[1].place: points to line 3 of program/train.py, which has 2",
    ),
    "a place that is nowhere": (
        lambda t: t["findings"][0]["evidence"].update(artifact="x/y"),
        "trace.json: findings[0].evidence: names x/y, and no artifact has this id",
    ),
    "a finding about nothing": (
        lambda t: t["findings"][0].update(unit="x"),
        "trace.json: findings[0].unit: names x, and no unit has this id",
    ),
    "a selection that is not there": (
        lambda t: t["missing"][0].update(selection=1),
        "trace.json: missing[0].selection: is 1, and there are 1 selections",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_trace_that_contradicts_itself_is_refused(tmp_path: Path, case: str) -> None:
    change, sentence = BROKEN[case]
    assert recorded.refused(recorded.retraced(recorded.bundle(tmp_path), change)).startswith(sentence)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b"7",
        b"{",
        b"\xff\xfe{}",
        b'{"schema": 1, "program": "\xff"}',
        b'{"a": "\\ud800"}',
        b"[" * 500_000,
        b'{"a":' * 500_000,
        b'{"schema": ' + b"9" * 100_000 + b"}",
        b'{"schema": 1e999}',
        b'{"schema": NaN}',
        b"\0" * 1000,
        "\ufeff{}".encode(),
    ],
    ids=lambda raw: repr(raw[:12]),
)
def test_json_that_is_none_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = recorded.rewritten(recorded.bundle(tmp_path), lambda members: members.update({"trace.json": raw}))
    assert recorded.refused(path).startswith("trace.json: ")
