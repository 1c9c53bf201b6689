"""Opening and reading: lazily, by many threads at once, and never more than the bundle says."""

import os
import subprocess
import sys
import threading
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import recorded

from chipward.bundle import limits
from chipward.bundle.read import open_bundle
from chipward.errors import Misuse
from chipward.model.artifact import ArtifactId, Place


def test_what_was_recorded_is_read(tmp_path: Path) -> None:
    with open_bundle(recorded.bundle(tmp_path)) as bundle:
        assert bundle.text("kernel-0/cpp") == recorded.KERNEL
        assert bundle.raw("kernel-0/object") == b"\x7fELF\0\0"
        assert b"".join(bundle.stream("program/train.py")) == recorded.SOURCE.encode()
        first, second = bundle.trace.maps
        assert (first.start, first.end, first.start_mapped, first.end_mapped) == (
            "program/train.py",
            "frame-0-0/post-grad",
            1,
            2,
        )
        assert bundle.map_bytes(first.id) == (b'{"from":[2,0],"to":[2,1],"kind":"ee","columns":[[22,27],[11,28]]}')
        assert dict(second.kinds) == {"exact": 2, "fused": 1, "unit": 1}
        assert bundle.trace.units[-1].count == 2
        assert bundle.trace.findings[0].evidence == Place(artifact=ArtifactId("kernel-0/cpp"), line=1)


def test_only_the_directory_and_the_trace_are_read_at_first(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)

    def break_it(members: dict[str, bytes]) -> None:
        members.update((name, bytes(len(raw))) for name, raw in members.items() if name != "trace.json")

    recorded.rewritten(path, break_it)
    with open_bundle(path) as bundle:
        assert len(bundle.trace.artifacts) == 4


def test_a_large_bundle_opens_at_once_and_streams(tmp_path: Path) -> None:
    line = bytes(1 << 20)
    size = 300
    digest = sha256(line * size).hexdigest()
    name = f"artifacts/{digest}.bin"

    def add(trace: dict[str, Any]) -> None:
        trace["artifacts"][0] |= {"sha256": digest, "file": name, "bytes": size << 20}
        del trace["artifacts"][0]["lines"]
        trace["maps"] = trace["findings"] = []
        for unit in trace["units"]:
            unit.pop("place", None)

    path = recorded.retraced(recorded.bundle(tmp_path), add)
    with ZipFile(path, "a", ZIP_DEFLATED, compresslevel=1) as opened, opened.open(name, "w") as member:
        for _ in range(size):
            member.write(line)
    script = (
        "import resource, sys; from chipward.bundle.read import open_bundle\n"
        "resource.setrlimit(resource.RLIMIT_AS, (400 << 20,) * 2)\n"
        "bundle = open_bundle(sys.argv[1])\n"
        "print(sum(map(len, bundle.stream(bundle.trace.artifacts[0].id))))"
    )
    done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{size << 20}\n", "")


def test_threads_read_one_bundle_at_once(tmp_path: Path) -> None:
    problems: list[BaseException] = []
    with open_bundle(recorded.bundle(tmp_path)) as bundle:

        def work() -> None:
            try:
                for _ in range(30):
                    recorded.read_all(bundle)
            except BaseException as error:  # noqa: BLE001 -- told to the test
                problems.append(error)

        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert problems == []


def test_ids_that_nothing_has_are_said_to_be_none(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    for read, what in (
        (lambda bundle: bundle.raw("kernel-9/cpp"), "artifact kernel-9/cpp"),
        (lambda bundle: bundle.line_map("9"), "map 9"),
        (lambda bundle: bundle.map_bytes("../9"), "map ../9"),
    ):
        assert recorded.refused(path, read) == f"has no {what}; `chipward show {path}` lists what it has"


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    assert recorded.refused(tmp_path / "gone.chipward") == (
        "cannot be read (No such file or directory); name a file that you may read"
    )
    (tmp_path / "text.chipward").write_text("hello\n")
    assert recorded.refused(tmp_path / "text.chipward") == "is not a whole zip file"
    assert recorded.refused(tmp_path / "text.chipward" / "x").startswith("cannot be read (Not a directory)")
    (tmp_path / "folder").mkdir()
    assert recorded.refused(tmp_path / "folder").startswith(
        "holds no journal, so it is not what a traced program leaves"
    )


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.chipward")
    assert recorded.refused(tmp_path / "run.chipward") == "is not an ordinary file; name a bundle"


def test_a_blob_that_grows_after_opening_is_not_read_to_its_end(tmp_path: Path) -> None:
    spool = recorded.spool(tmp_path)
    with open_bundle(spool) as bundle:
        blob = spool / "blobs" / bundle.artifact("kernel-0/cpp").sha256
        with blob.open("ab") as file:
            file.write(b"more")
        with pytest.raises(Misuse, match=r"kernel-0/cpp: has other bytes than trace\.json says"):
            bundle.raw("kernel-0/cpp")
        blob.unlink()
        with pytest.raises(Misuse, match=r"kernel-0/cpp: cannot be read \(No such file or directory\)"):
            bundle.raw("kernel-0/cpp")


def test_an_artifact_too_large_for_memory_is_left_to_the_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded.bundle(tmp_path)
    monkeypatch.setattr(limits, "AT_ONCE", 10)
    with open_bundle(path) as bundle:
        assert b"".join(bundle.stream("kernel-0/cpp")) == recorded.KERNEL.encode()
    assert "too many to read at once" in recorded.refused(path, lambda bundle: bundle.raw("kernel-0/cpp"))
