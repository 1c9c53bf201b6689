"""Whatever stands in a bundle or a spool folder: a valid result or one sentence, never another error."""

import json
import random
import shutil
import struct
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from zipfile import ZipFile

import pytest
import recorded
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from chipward.bundle import archive
from chipward.bundle.map_file import read_map, spell_map
from chipward.bundle.pack import pack
from chipward.bundle.read import open_bundle
from chipward.bundle.spool import tasks
from chipward.bundle.trace_file import read_trace
from chipward.errors import Misuse
from chipward.model.trace import Trace

FUZZ = settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["kernel-0", "kernel-0/cpp", "program", "frame-0-0", "0" * 64, "exact", "../x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@cache
def scratch() -> Path:
    return Path(mkdtemp(prefix="chipward-fuzz-"))


@pytest.fixture(scope="module", autouse=True)
def _quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive.os, "fsync", lambda _: None)  # thousands of bundles, and none to keep
        yield
    shutil.rmtree(scratch(), ignore_errors=True)


@cache
def a_bundle() -> bytes:
    return recorded.bundle(scratch() / "bundle").read_bytes()


@cache
def a_trace() -> bytes:
    with ZipFile(scratch() / "bundle" / "run.chipward") as opened:
        return opened.read("trace.json")


@cache
def a_journal() -> tuple[bytes, ...]:
    a_bundle()
    return tuple((scratch() / "bundle/spool/journal-0.jsonl").read_bytes().splitlines(keepends=True))


def read_everything(path: Path) -> None:
    with open_bundle(path) as bundle:
        assert isinstance(bundle.trace, Trace)
        for artifact in bundle.trace.artifacts:
            bundle.text(artifact.id)
        for entry in bundle.trace.maps:
            bundle.line_map(entry.id)


def whole(line: bytes) -> dict[str, Any] | None:
    """The record on this line, unless another harm was done to it before."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def or_misuse(act: Callable[[], object]) -> bool:
    try:
        act()
    except Misuse as error:
        told = str(error)
    else:
        return True
    assert "\n" not in told
    assert len(told) < 2000
    return False


@FUZZ
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8), st.integers(0, 3))
def test_a_bundle_with_changed_bytes(changes: list[tuple[int, int]], where: int) -> None:
    raw = bytearray(a_bundle())
    for place, value in changes:
        at = place % len(raw)
        if where:  # most often in the directory, where a zip is most easily led astray
            start = raw.find(b"PK\x01\x02")
            at = start + place % (len(raw) - start)
        raw[at] = value
    path = scratch() / "changed.chipward"
    path.write_bytes(raw)
    or_misuse(lambda: read_everything(path))


@FUZZ
@given(st.integers(0, 10**6), st.sampled_from(["<H", "<I", "<Q"]), st.sampled_from([0, 1, 0xFFFF, 2**31, 2**32 - 1]))
def test_a_bundle_with_changed_numbers(place: int, form: str, value: int) -> None:
    raw = bytearray(a_bundle())
    start = raw.find(b"PK\x01\x02")
    size = struct.calcsize(form)
    struct.pack_into(form, raw, start + place % (len(raw) - start - size), value & (256**size - 1))
    path = scratch() / "numbers.chipward"
    path.write_bytes(raw)
    or_misuse(lambda: read_everything(path))


@FUZZ
@given(st.binary(max_size=300), st.booleans())
def test_bytes_that_are_no_bundle(raw: bytes, with_end: bool) -> None:  # noqa: FBT001 -- drawn by hypothesis
    path = scratch() / "noise.chipward"
    path.write_bytes(raw + (a_bundle()[-22:] if with_end else b""))
    assert not or_misuse(lambda: read_everything(path))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every spot of a JSON value where another one could stand."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from places(inner)


@FUZZ
@given(st.randoms(use_true_random=False), JSON, st.sampled_from(["put", "drop", "twice", "swap"]))
def test_a_trace_with_changed_parts(chance: random.Random, value: Any, how: str) -> None:
    a_bundle()
    trace = json.loads(a_trace())
    spots = list(places(trace))
    holder, key = chance.choice(spots)
    if how == "put":
        holder[key] = value
    elif how == "drop":
        del holder[key]
    elif how == "twice" and isinstance(holder, list):
        holder.append(holder[key])
    else:
        other, place = chance.choice(spots)
        holder[key] = other.get(place) if isinstance(other, dict) else other[place] if place < len(other) else None
    try:
        raw = json.dumps(trace).encode()
    except ValueError:  # a part was put into itself
        return
    path = scratch() / "bundle" / "run.chipward"
    if or_misuse(lambda: read_trace(raw, path)):
        copy = scratch() / "traced.chipward"
        shutil.copyfile(path, copy)
        recorded.rewritten(copy, lambda members: members.update({"trace.json": raw}))
        or_misuse(lambda: read_everything(copy))


@FUZZ
@given(st.binary(max_size=60), st.integers(0, 10**6), st.integers(0, 30))
def test_a_trace_with_changed_bytes(noise: bytes, place: int, length: int) -> None:
    a_bundle()
    raw = a_trace()
    at = place % len(raw)
    or_misuse(lambda: read_trace(raw[:at] + noise + raw[at + length :], Path("run.chipward")))


MAPS = st.fixed_dictionaries(
    {},
    optional={
        "from": JSON | st.lists(st.integers(-3, 9), max_size=6),
        "to": JSON | st.lists(st.integers(-3, 9), max_size=6),
        "kind": JSON | st.text("eifgu", max_size=6),
        "columns": JSON | st.lists(st.just(0) | st.lists(st.integers(-1, 9), max_size=3), max_size=6),
    },
)


@FUZZ
@given(MAPS | JSON | st.binary(max_size=80))
@example({"from": [1], "to": [1], "kind": "e", "columns": [[0, 2**100]]})
def test_a_map_of_anything(value: Any) -> None:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    found = []
    if or_misuse(lambda: found.append(read_map(raw, "run.chipward: maps/0.json"))):
        assert read_map(spell_map(found[0]), "again") == found[0]


TYPES = "unit seen artifact map finding missing file program environment outcome process"
KEYS = """id unit name kind parent selection place note times seconds stage title origin how command versions made_from
cached sha256 bytes lines suffix start end method losses edges text evidence advice what why facts path artifact"""
RECORDS = st.fixed_dictionaries({"type": st.sampled_from(TYPES.split())}, optional=dict.fromkeys(KEYS.split(), JSON))


@pytest.mark.slow
@settings(FUZZ, max_examples=200)
@given(st.data())
def test_a_journal_of_anything(data: st.DataObject) -> None:
    lines = list(a_journal())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["record", "change", "noise", "cut", "drop", "twice"])):
            case "record":
                lines.insert(at, json.dumps(data.draw(RECORDS)).encode() + b"\n")
            case "change" if record := whole(lines[at]):
                holder, key = data.draw(st.sampled_from(list(places(record))))
                holder[key] = data.draw(JSON)
                lines[at] = json.dumps(record).encode() + b"\n"
            case "noise":
                lines.insert(at, data.draw(st.binary(max_size=40)))
            case "cut":
                lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
            case "twice":
                lines.insert(data.draw(st.integers(0, len(lines))), lines[at])
            case _:
                lines[at] = b""
    spool = scratch() / "bundle" / "fuzzed"
    spool.mkdir(exist_ok=True)
    if not (spool / "blobs").exists():
        (spool / "blobs").symlink_to(scratch() / "bundle/spool/blobs")
    (spool / "journal-0.jsonl").write_bytes(b"".join(lines))
    (spool / "journal-1.jsonl").write_bytes(b"".join(lines[::2]))
    or_misuse(lambda: tasks(spool))
    or_misuse(lambda: read_everything(spool))
    packs_whole(spool)


ODD: tuple[Any, ...] = (None, -1, 1.5, 2**70, "", "0" * 64, [[]], {"a": 1})


@pytest.mark.slow
def test_a_journal_with_an_odd_value_in_any_place(tmp_path: Path) -> None:
    (tmp_path / "blobs").symlink_to(scratch() / "bundle/spool/blobs")
    lines = a_journal()
    for at, line in enumerate(lines):
        for spot in range(len(list(places(json.loads(line))))):
            for odd in ODD:
                record = json.loads(line)
                holder, key = list(places(record))[spot]
                holder[key] = odd
                changed = [*lines[:at], json.dumps(record).encode() + b"\n", *lines[at + 1 :]]
                (tmp_path / "journal-0.jsonl").write_bytes(b"".join(changed))
                packs_whole(tmp_path)


def test_a_trace_with_an_odd_value_in_any_place() -> None:
    a_bundle()
    spots = len(list(places(json.loads(a_trace()))))
    for spot in range(spots):
        for odd in ODD:
            trace = json.loads(a_trace())
            holder, key = list(places(trace))[spot]
            holder[key] = odd
            or_misuse(lambda: read_trace(json.dumps(trace).encode(), Path("run.chipward")))  # noqa: B023 -- called at once


def packs_whole(spool: Path) -> None:
    """What is packed can be read in every part, whatever the journal held."""
    packed = pack(spool, scratch() / "fuzzed.chipward")
    read_everything(scratch() / "fuzzed.chipward")
    with open_bundle(scratch() / "fuzzed.chipward") as bundle:
        assert bundle.trace == packed
