"""What is left of a recording when the program was killed."""

import json
from pathlib import Path

import pytest
from programs import Place

from chipward.capture.tracers.torch.eager.seen import read_seen

PLACE = {"file": "train.py", "function": "<module>", "line": 3, "last": 3, "columns": [4, 9]}
OP = {"op": 0, "name": "aten::relu", "site": 0, "more": False, "grad": True, "inference": False, "node": None}
KILLED = """
import os, signal, torch
torch.ones(3).neg()
os.kill(os.getpid(), signal.SIGKILL)
"""
RECORDS = [
    {"site": 0, "way": [PLACE], "applied": None},
    OP | {"forward": None, "autocast": False},
    {"of": 0, "args": [1], "kwargs": {}},
    {"counts": [5], "when": "calm"},
    {"paused": 0.5, "woken_by": "time had passed"},
    {"counts": [9], "when": "end"},
]


def write(folder: Path, text: str) -> Path:
    file = folder / "eager-0.jsonl"
    file.write_text(text)
    return file


def lines(count: int) -> str:
    return "".join(json.dumps(record) + "\n" for record in RECORDS[:count])


def test_a_cut_last_line_is_left_out(tmp_path: Path) -> None:
    seen = read_seen(write(tmp_path, lines(3) + '{"op": 1, "na'))
    assert [(call.name, call.args, call.count) for call in seen.calls] == [("aten::relu", [1], 1)]
    assert not seen.is_whole
    assert not seen.is_counted


def test_counts_are_those_before_the_first_pause(tmp_path: Path) -> None:
    seen = read_seen(write(tmp_path, lines(6)))
    assert seen.is_whole
    assert not seen.is_counted
    assert [call.count for call in seen.calls] == [5]


def test_nothing_is_read_from_nothing(tmp_path: Path) -> None:
    assert read_seen(write(tmp_path, "")).calls == []


@pytest.mark.slow
def test_what_a_killed_program_called_is_there(tmp_path: Path) -> None:
    place = Place(tmp_path)
    done = place.traced(place.write(KILLED), options=("--quiet", "--no-after-work"))
    assert done.returncode != 0
    with place.bundle() as bundle:
        assert bundle.trace.outcome.signal == "SIGKILL"
        text = bundle.text("eager/ops")
        assert "aten::neg(f32[3]) -> f32[3]  \N{MULTIPLICATION SIGN}1+" in text
        assert [gone for gone in bundle.trace.missing if gone.what == "How often each operator was called"]
