"""Artifacts and maps that are not what trace.json says of them: one sentence says which."""

from pathlib import Path
from typing import Any

import pytest
import recorded

from chipward.bundle.read import open_bundle


def test_bytes_of_another_length_are_refused_on_opening(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    name = recorded.artifact_file(path, "kernel-0/cpp")
    recorded.rewritten(path, lambda members: members.update({name: b"short"}))
    assert recorded.refused(path) == f"{name}: has 5 bytes, and trace.json says {len(recorded.KERNEL)}"
    recorded.rewritten(path, lambda members: members.pop(name))
    assert recorded.refused(path) == f"{name}: is not in the zip, and trace.json lists it"


def test_other_bytes_of_the_same_length_are_refused_on_reading(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    name = recorded.artifact_file(path, "kernel-0/cpp")
    recorded.rewritten(path, lambda members: members.update({name: recorded.KERNEL.upper().encode()}))
    with open_bundle(path) as bundle:
        bundle.raw("kernel-0/object")
    assert recorded.refused(path, recorded.read_all) == "kernel-0/cpp: has other bytes than trace.json says"


def test_lines_that_are_counted_wrong_are_refused_on_reading(tmp_path: Path) -> None:
    def lie(trace: dict[str, Any]) -> None:
        trace["artifacts"][2]["lines"] = 3
        trace["maps"][1] |= {"end_lines": 3, "end_mapped": 3}

    path = recorded.retraced(recorded.bundle(tmp_path), lie)
    assert recorded.refused(path, recorded.read_all) == "kernel-0/cpp: has 4 lines, and trace.json says 3"


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[]", "does not hold an object"),
        (b"{}", "has lines that are no list of numbers"),
        (b'{"from":[1],"to":[1.5],"kind":"e"}', "has lines that are no list of numbers"),
        (b'{"from":[1],"to":[true],"kind":"e"}', "has lines that are no list of numbers"),
        (b'{"from":[NaN],"to":[1],"kind":"e"}', "has lines that are no list of numbers"),
        (b'{"from":[1],"to":[1],"kind":"ee"}', "has columns of different lengths"),
        (b'{"from":[1],"to":[1]}', "has no kinds, or columns that are no list"),
        (b'{"from":[1],"to":[1],"kind":"e","columns":7}', "has no kinds, or columns that are no list"),
        (b'{"from":[1],"to":[1],"kind":"x"}', "has an edge of no known kind, or columns that are no pair of numbers"),
        (b'{"from":[1],"to":[1],"kind":"e","columns":[[3,1]]}', "has an edge of no known kind, or columns that"),
        (b'{"from":[1],"to":[1],"kind":"e","columns":["ab"]}', "has an edge of no known kind, or columns that"),
        (b'{"from":[0],"to":[1],"kind":"e"}', "has an edge at a line before the first"),
        (b'{"from":[2],"to":[-1],"kind":"e"}', "has an edge at a line before the first"),
        (b'{"from":[2,0],"to":[2,99999],"kind":"ee"}', "has other edges than trace.json says"),
        (b'{"from":[2],"to":[2],"kind":"e"}', "has other edges than trace.json says"),
        (b'{"from":[' + b"9" * 5000 + b'],"to":[2],"kind":"e"}', "is not JSON"),
        (b'{"from":[' + b"9" * 400 + b'],"to":[2],"kind":"e"}', "has other edges than trace.json says"),
    ],
)
def test_a_map_that_is_none_is_refused(tmp_path: Path, raw: bytes, sentence: str) -> None:
    path = recorded.rewritten(recorded.bundle(tmp_path), lambda members: members.update({"maps/0.json": raw}))
    assert recorded.refused(path, recorded.read_all).startswith(f"maps/0.json: {sentence}")
