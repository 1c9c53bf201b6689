"""Packing: the same bytes for the same run, readable by any unzip, and never the broken in the place of the good."""

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from zipfile import ZipFile

import jsonschema
import pytest
import recorded

from chipward.bundle import archive as archive_module
from chipward.bundle import limits
from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.bundle.read import open_bundle
from chipward.dataset.schema import json_schemas
from chipward.errors import Misuse


def test_the_zip_is_whole_for_python_and_for_unzip(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path) as opened:
        assert opened.testzip() is None
        assert opened.namelist()[-1] == "trace.json"
        assert {info.date_time for info in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    unzip = shutil.which("unzip")
    if unzip is None:
        pytest.skip("unzip is not installed")
    done = subprocess.run([unzip, "-t", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_trace_is_valid_against_the_published_schema(tmp_path: Path) -> None:
    with ZipFile(recorded.bundle(tmp_path)) as opened:
        trace = json.loads(opened.read("trace.json"))
        assert trace["$schema"] == json_schemas()["trace.json"]["$id"]
        jsonschema.Draft202012Validator(json_schemas()["trace.json"]).validate(trace)
        for artifact in trace["artifacts"]:
            assert hashlib.sha256(opened.read(artifact["file"])).hexdigest() == artifact["sha256"]


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    program = recorded.program(tmp_path / "home")
    for name in ("one", "two"):
        recorded.record(Journal(tmp_path / name), program)
        pack(tmp_path / name, tmp_path / f"{name}.chipward")
    assert (tmp_path / "one.chipward").read_bytes() == (tmp_path / "two.chipward").read_bytes()


def test_threads_do_not_show_in_the_bytes(tmp_path: Path) -> None:
    def write(journal: Journal, numbers: list[int]) -> None:
        for number in numbers:
            unit = journal.unit(f"kernel-{number}", name="k", kind="kernel", selection=recorded.SELECTION)
            facts = {"stage": None, "kind": "cpp-kernel", "how": "Handed over"}
            cpp = journal.artifact(unit, "cpp", title="C++", content=f"{number}\n", **facts)
            asm = journal.artifact(unit, "asm", title="x86", content=f"mov {number}\n", **facts)
            journal.map(cpp, asm, [(1, 1, "exact")], method="DWARF")
            journal.finding("scalar-loop", f"Loop {number} is scalar.", unit=unit)
            journal.missing("Times", "Nobody measured them.", unit=unit)

    for name, numbers in (("one", list(range(20))), ("two", list(range(19, -1, -1)))):
        write(Journal(tmp_path / name), numbers)
    journal = Journal(tmp_path / "three")
    threads = [threading.Thread(target=write, args=(journal, list(range(n, 20, 4)))) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in ("one", "two", "three"):
        pack(tmp_path / name, tmp_path / f"{name}.chipward")
    assert len({(tmp_path / f"{name}.chipward").read_bytes() for name in ("one", "two", "three")}) == 1


def test_units_come_after_their_parents_and_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    for number in (10, 9, 1):
        frame = journal.unit(f"frame-{number}", name="f", kind="frame")
        journal.unit(f"a-{number}", name="k", kind="kernel", parent=frame)
    trace = pack(tmp_path / "spool", tmp_path / "run.chipward")
    assert [unit.id for unit in trace.units] == ["frame-1", "a-1", "frame-9", "a-9", "frame-10", "a-10"]


def test_equal_bytes_are_stored_once_whatever_kind_they_are(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("frame-0", name="f", kind="frame")
    for kind in ("cpp-kernel", "compile-log", "fx-graph"):
        journal.artifact("frame-0", kind, stage=None, kind=kind, title="t", content="same\n", how="h")
    pack(tmp_path / "spool", tmp_path / "run.chipward", {"cpp-kernel": ".cpp", "compile-log": "log"})
    with ZipFile(tmp_path / "run.chipward") as opened, open_bundle(tmp_path / "run.chipward") as bundle:
        assert len(opened.namelist()) == 2
        assert {artifact.file.rpartition(".")[2] for artifact in bundle.trace.artifacts} == {"log"}
        assert {bundle.text(artifact.id) for artifact in bundle.trace.artifacts} == {"same\n"}


def test_suffixes_come_from_the_kind_then_the_file_then_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "k.so").write_bytes(b"\0")
    journal = Journal(tmp_path / "spool")
    journal.unit("f", name="f", kind="frame")
    contents = {"a": "a", "b": b"\1\0", "c": tmp_path / "k.so", "d": "d", "e": Path(__file__)}
    for kind, content in contents.items():
        journal.artifact("f", kind, stage=None, kind=kind, title="t", content=content, how="h")
    trace = pack(tmp_path / "spool", tmp_path / "run.chipward", {"d": "cpp", "e": "../x"})
    assert [each.file.rpartition(".")[2] for each in trace.artifacts] == ["txt", "bin", "so", "cpp", "txt"]


def test_a_spool_folder_reads_as_the_bundle_that_is_made_of_it(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    packed = pack(spool, tmp_path / "run.chipward")
    with open_bundle(spool) as folder, open_bundle(tmp_path / "run.chipward") as bundle:
        assert folder.trace == bundle.trace == packed
        for artifact in packed.artifacts:
            assert folder.raw(artifact.id) == bundle.raw(artifact.id)
        for entry in packed.maps:
            assert folder.line_map(entry.id) == bundle.line_map(entry.id)
            assert folder.map_bytes(entry.id) == bundle.map_bytes(entry.id)


def test_a_killed_run_reads_up_to_its_last_whole_line(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    whole = (spool / "journal-0.jsonl").read_bytes()
    seen = []
    for length in (*range(0, len(whole), 97), len(whole)):
        (spool / "journal-0.jsonl").write_bytes(whole[:length])
        trace = pack(spool, tmp_path / "run.chipward")
        cut = length and whole[length - 1] != ord("\n")
        assert trace.outcome.note == ("1 line of the journal was cut short or cannot be read." if cut else None)
        seen.append(len(trace.artifacts))
    assert seen == sorted(seen)
    assert seen[-1] == 4


def test_bytes_that_are_gone_or_damaged_are_missing_with_the_reason(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    sizes = {artifact.id: artifact for artifact in pack(spool, tmp_path / "run.chipward").artifacts}
    blobs = spool / "blobs"
    (blobs / sizes["kernel-0/object"].sha256).unlink()
    (blobs / sizes["frame-0-0/post-grad"].sha256).write_text(recorded.GRAPH[:20])
    (blobs / sizes["kernel-0/cpp"].sha256).write_text(recorded.KERNEL.upper())  # the size is right
    trace = pack(spool, tmp_path / "run.chipward")
    assert [artifact.id for artifact in trace.artifacts] == ["program/train.py"]
    assert trace.maps == ()
    assert {(missing.what, missing.why.partition(":")[0]) for missing in trace.missing} == {
        ("Shared object", "Its bytes are not in the recording"),
        ("Post-grad graph", "Its bytes in the recording are not those that were handed over"),
        ("C++", "Its bytes in the recording are not those that were handed over"),
        ("The x86 code", "objdump is not installed."),
    }
    with open_bundle(tmp_path / "run.chipward") as bundle:
        assert bundle.trace == trace


def test_a_blob_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    secret = tmp_path / "secret"
    secret.write_text(recorded.KERNEL)
    blob = spool / "blobs" / hashlib.sha256(recorded.KERNEL.encode()).hexdigest()
    blob.unlink()
    blob.symlink_to(secret)
    assert "kernel-0/cpp" not in {artifact.id for artifact in pack(spool, tmp_path / "run.chipward").artifacts}


def test_one_fact_that_cannot_be_used_does_not_take_the_others_along(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.environment(system="Linux", machine="x86_64", python="3.11", settings={"threads": object}, packages=[1])
    journal.environment(variables={"A": 2}, colour="red")
    trace = pack(tmp_path, tmp_path / "run.chipward")
    assert trace.environment.system == "Linux"
    assert trace.outcome.note == "3 records of the journals could not be used."


def test_a_run_that_was_killed_at_once_has_a_trace(tmp_path: Path) -> None:
    Journal(tmp_path / "spool")
    trace = pack(tmp_path / "spool", tmp_path / "run.chipward")
    assert (trace.program.entry, trace.environment.system, trace.outcome.ending) == (
        "not recorded",
        "not recorded",
        "unknown",
    )


@pytest.mark.parametrize("folder", ["empty", "file", "gone"])
def test_what_is_no_spool_folder_is_said_to_be_none(tmp_path: Path, folder: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(Misuse, match=folder):
        pack(tmp_path / folder, tmp_path / "run.chipward")
    assert not (tmp_path / "run.chipward").exists()


def test_a_disk_that_fills_while_packing_leaves_the_old_bundle_and_the_spool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = recorded.spool(tmp_path)
    out = tmp_path / "out" / "run.chipward"
    out.parent.mkdir()
    out.write_text("the good one")

    def fsync(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(archive_module.os, "fsync", fsync)
    with pytest.raises(Misuse) as caught:
        pack(spool, out)
    assert str(caught.value) == (
        f"{out}: cannot be written (No space left on device); the recording is kept in {spool}; "
        "make room, or name another file"
    )
    assert out.read_text() == "the good one"
    assert [path.name for path in out.parent.iterdir()] == ["run.chipward"]
    assert (spool / "journal-0.jsonl").exists()


PACKS = """
import resource, sys
from pathlib import Path
from chipward.bundle.pack import pack
from chipward.errors import Misuse
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    pack(Path(sys.argv[1]), Path(sys.argv[2]))
except Misuse as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 100, 1500, 2500])
def test_a_write_that_fails_anywhere_leaves_the_old_bundle(tmp_path: Path, limit: int) -> None:
    spool = recorded.spool(tmp_path)
    out = tmp_path / "run.chipward"
    out.write_text("the good one")
    command = [sys.executable, "-c", PACKS, spool, out, str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{out}: cannot be written (File too large); the recording is kept in {spool};")
    assert out.read_text() == "the good one"
    assert not list(tmp_path.glob(".*"))


def test_an_output_that_is_no_file_is_refused(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    for out in (tmp_path, Path("/dev/null"), tmp_path / "no" / "such" / "folder.chipward"):
        with pytest.raises(Misuse, match=r"the recording is kept in .*; (make room, or )?name another file"):
            pack(spool, out)


def test_a_link_to_a_bundle_stays_a_link(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    (tmp_path / "link").symlink_to("real.chipward")
    pack(spool, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real.chipward").is_file()


def test_a_link_that_leads_to_itself_gives_way_to_the_bundle(tmp_path: Path) -> None:
    out = tmp_path / "run.chipward"
    out.symlink_to(out)
    pack(recorded.spool(tmp_path), out)
    assert out.is_file()
    assert not out.is_symlink()


def test_what_of_a_recording_was_lost_is_said_process_by_process(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    with (spool / "journal-0.jsonl").open("a") as journal:
        for lines in ([1, 9], [1, 9, 9]):
            edges = {"from": lines, "to": [1] * len(lines), "kind": "e" * len(lines)}
            record = {"start": "kernel-0/cpp", "end": "program/train.py", "method": "m", "edges": edges, "losses": []}
            journal.write(json.dumps({"type": "map"} | record) + "\n")
            journal.write(json.dumps({"type": "map"} | record | {"end": "kernel-0/cpp"}) + "\n")
    (spool / "journal-1.jsonl").write_text('{"type": "stopped", "why": "The recording stopped early: Reasons."}\n{"ty')
    (spool / "journal-2.jsonl").write_text('{"ty\n{"ty')
    trace = pack(spool, tmp_path / "run.chipward")
    assert trace.outcome.note == (
        "In child process 1: The recording stopped early: Reasons. "
        "In child process 2: 2 lines of the journal were cut short or cannot be read. "
        "3 edges of line maps led past the end of a text and were left out."
    )
    assert trace.outcome.processes == 3


def test_a_missing_thing_may_name_its_path_of_the_explainer(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    other = {"explainer": "how-jax-runs", "choices": {}}
    journal.missing("a", "b", selection=recorded.SELECTION)
    journal.missing("c", "d", selection=other)
    journal.missing("e", "f", selection={"explainer": "Not an id"})
    trace = pack(tmp_path / "spool", tmp_path / "run.chipward")
    assert [selection.explainer for selection in trace.selections] == ["how-jax-runs", "how-pytorch-runs"]
    assert [(missing.what, missing.selection) for missing in trace.missing] == [("a", 1), ("c", 0), ("e", 0)]


def test_more_journals_than_are_read_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "JOURNALS", 2)
    for _ in range(3):
        Journal(tmp_path)
    with pytest.raises(Misuse, match="holds 3 journals, and 2 are read; trace fewer processes"):
        pack(tmp_path, tmp_path / "run.chipward")


def test_a_line_longer_than_any_is_not_held_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LINE", 100)
    (tmp_path / "journal-0.jsonl").write_text("x" * 250 + "\n" + '{"type":"missing","what":"a","why":"b"}\n')
    trace = pack(tmp_path, tmp_path / "run.chipward")
    assert trace.outcome.note == "3 lines of the journal were cut short or cannot be read."
    assert len(trace.missing) == 1


def test_circles_and_dangling_ids_of_a_journal_do_not_reach_the_bundle(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    with (spool / "journal-0.jsonl").open("a") as journal:
        for record in (
            {"type": "unit", "id": "a", "name": "a", "kind": "frame", "parent": "b"},
            {"type": "unit", "id": "b", "name": "b", "kind": "frame", "parent": "a"},
            {"type": "unit", "id": "c", "name": "c", "kind": "frame", "parent": "c"},
            {"type": "unit", "id": "../d", "name": "d", "kind": "frame"},
            {"type": "artifact", "id": "nowhere/x", "unit": "nowhere"},
            {"type": "map", "start": "kernel-0/cpp", "end": "nowhere/x", "method": "m", "edges": {}, "losses": []},
            {"type": "finding", "kind": "x", "text": "Kept.", "unit": "nowhere", "place": ["kernel-0/cpp", 99]},
            {"type": "seen", "unit": "nowhere"},
            {"type": "process", "parent": 7},
            {"type": "from the future"},
            {"no": "type"},
            [],
            None,
        ):
            journal.write(json.dumps(record) + "\n")
    trace = pack(spool, tmp_path / "run.chipward")
    with open_bundle(tmp_path / "run.chipward") as bundle:
        assert bundle.trace == trace
    assert {unit.id: unit.parent for unit in trace.units if len(unit.id) == 1} == {"a": None, "b": "a", "c": None}
    kept = next(finding for finding in trace.findings if finding.text == "Kept.")
    assert (kept.unit, kept.place) == (None, None)
