"""`chipward check`: problems one a line, and exit codes that a script can use."""

import json
import os
import socket

import pytest
from run_chipward import chipward, outside

from demo import Demo

CHANGED = (
    "the content has changed since version 1.0.0 was recorded; raise the version, and say in the change log what is new"
)


def test_good_data_is_silent_on_standard_output(demo: Demo) -> None:
    demo.verify()
    result = chipward("check", demo.data)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"no problem in {demo.data}\n"


def test_the_shipped_data_is_good() -> None:
    assert chipward("check").stdout == ""


def test_every_problem_is_a_line(demo: Demo) -> None:
    demo.verify()
    demo.explainer["sources"].append(demo.explainer["sources"][0] | {"id": "idle"})
    demo.explainer["stages"][0]["summary"] = "Other\u200bwise."
    demo.write()
    result = chipward("check", demo.data)
    assert result.exit_code == 1
    file = "explainers/how-demo-runs.json"
    assert result.stdout.splitlines() == [
        f"{file}: sources[4]: idle is never quoted; quote it or remove it  [sources-used]",
        f"{file}: stages[0].summary: holds the invisible character U+200B; take it out  [text-clean]",
        f"{file}: version: {CHANGED}  [version-raised]",
    ]
    assert result.stderr == f"3 problems in {demo.data}\n"


def test_a_fault_of_form_is_a_problem_too(demo: Demo) -> None:
    demo.change(lambda data: data["stages"][0].pop("caption"))
    result = chipward("check", demo.data)
    assert result.exit_code == 1
    assert result.stdout == "explainers/how-demo-runs.json: stages[0].caption: is missing; add it  [schema]\n"


def test_problems_as_json(demo: Demo) -> None:
    demo.change(lambda data: data["stages"][0].pop("caption"))
    result = chipward("check", demo.data, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {
            "file": "explainers/how-demo-runs.json",
            "place": "stages[0].caption",
            "rule": "schema",
            "sentence": "is missing; add it",
        }
    ]


def test_no_problem_as_json(demo: Demo) -> None:
    demo.verify()
    assert json.loads(chipward("check", demo.data, "--json").stdout) == []


def test_data_that_was_never_verified_says_so_once_a_file(demo: Demo) -> None:
    result = chipward("check", demo.data)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{file}.json: is not in evidence.lock.json; "
        f"run `chipward verify {name} --packages DIR --sources DIR`  [lock-agrees]"
        for file, name in (("atlas/lineage", "lineage"), ("explainers/how-demo-runs", "how-demo-runs"))
    ]


def test_a_folder_that_is_not_there_is_misuse(demo: Demo) -> None:
    result = chipward("check", demo.data / "nowhere")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name one that has" in result.stderr


def test_nothing_is_asked_of_the_network(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", None)
    demo.verify()
    assert chipward("check", demo.data).exit_code == 0


def test_it_is_quick() -> None:
    done = outside("check")
    assert done.returncode == 0, done.stdout
    children = os.times()
    outside("check")
    spent = os.times()
    seconds = spent.children_user + spent.children_system - children.children_user - children.children_system
    assert seconds < 1, f"{seconds:.2f} s of processor time"
