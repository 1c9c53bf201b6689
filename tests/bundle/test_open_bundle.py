"""Opening what somebody else made: a bundle is whole and consistent, or one sentence says where it is not."""

import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
import recorded

from chipward.bundle import limits, trace_file
from chipward.bundle.read import Bundle, open_bundle
from chipward.errors import Misuse
from chipward.model.artifact import ArtifactId, Place

REMEDY = "; take an undamaged copy, or trace the program again"


def refused(path: Path, read: Callable[[Bundle], object] = lambda bundle: bundle) -> str:
    """Return the sentence, without the file's name and the remedy."""
    with pytest.raises(Misuse) as caught, open_bundle(path) as bundle:
        read(bundle)
    told = str(caught.value)
    assert told.startswith(f"{path}: ")
    assert "\n" not in told
    return told.removeprefix(f"{path}: ").removesuffix(REMEDY)


def read_all(bundle: Bundle) -> None:
    for artifact in bundle.trace.artifacts:
        bundle.raw(artifact.id)
    for entry in bundle.trace.maps:
        bundle.line_map(entry.id)


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
                    read_all(bundle)
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
        assert refused(path, read) == f"has no {what}; `chipward show {path}` lists what it has"


def test_a_copy_of_any_length_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    whole = path.read_bytes()
    for length in range(0, len(whole), 61):
        path.write_bytes(whole[:length])
        assert refused(path) == "is not a whole zip file"


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone.chipward") == (
        "cannot be read (No such file or directory); name a file that you may read"
    )
    (tmp_path / "text.chipward").write_text("hello\n")
    assert refused(tmp_path / "text.chipward") == "is not a whole zip file"
    assert refused(tmp_path / "text.chipward" / "x").startswith("cannot be read (Not a directory)")
    (tmp_path / "folder").mkdir()
    assert refused(tmp_path / "folder").startswith("holds no journal, so it is not what a traced program leaves")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.chipward")
    assert refused(tmp_path / "run.chipward") == "is not an ordinary file; name a bundle"


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "a/../../b", "a\\b", "C:evil", "artifacts/..", "..", "a/./../../x"]
)
def test_names_that_lead_out_of_the_bundle_are_refused(tmp_path: Path, name: str) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path, "a") as opened:
        opened.writestr(ZipInfo(name), b"x")
    assert refused(path) == f"{name}: has a name that leads out of the bundle"


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(path, "a") as opened:
        opened.writestr("trace.json", b"{}")
    assert refused(path) == "trace.json: stands twice in the zip"


def test_links_devices_and_odd_compression_are_refused(tmp_path: Path) -> None:
    for mode, kind, sentence in (
        (0o120777, ZIP_STORED, "is a link or a device, and a bundle holds ordinary files"),
        (0o020666, ZIP_STORED, "is a link or a device, and a bundle holds ordinary files"),
        (0o100644, ZIP_BZIP2, "is compressed in a way that a bundle never is"),
    ):
        path = recorded.bundle(tmp_path / str(mode))
        info = ZipInfo("odd")
        info.external_attr = mode << 16
        info.compress_type = kind
        with ZipFile(path, "a") as opened:
            opened.writestr(info, b"/etc/passwd")
        assert refused(path) == f"odd: {sentence}"


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    raw = bytearray(path.read_bytes())
    at = raw.rfind(b"PK\x01\x02")
    raw[at + 8] |= 1
    path.write_bytes(raw)
    assert refused(path) == "trace.json: is encrypted, and a bundle never is"


def patched(path: Path, offset: int, value: int, form: str = "<I") -> Path:
    """Change a field of the last entry of the zip's directory, which is trace.json's."""
    raw = bytearray(path.read_bytes())
    struct.pack_into(form, raw, raw.rfind(b"PK\x01\x02") + offset, value)
    path.write_bytes(raw)
    return path


def test_a_size_that_deflate_cannot_reach_is_refused(tmp_path: Path) -> None:
    path = patched(recorded.bundle(tmp_path), 24, 2**32 - 2)
    assert refused(path) == "trace.json: says that it unpacks to more than its bytes can hold"


def test_a_packed_size_beyond_the_file_is_refused(tmp_path: Path) -> None:
    path = patched(recorded.bundle(tmp_path), 20, 2**31)
    assert refused(path) == "trace.json: shares its bytes with other files of the zip"


def test_members_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.chipward"
    with ZipFile(path, "w", ZIP_DEFLATED) as opened:
        opened.writestr("a", os.urandom(100_000))
        first = opened.infolist()[0]
        for number in range(1000):  # each entry of the directory points to the same bytes
            entry = ZipInfo(f"b{number}")
            for field in ("compress_type", "CRC", "compress_size", "file_size", "header_offset"):
                setattr(entry, field, getattr(first, field))
            opened.filelist.append(entry)
    assert refused(path).endswith("shares its bytes with other files of the zip")


def test_a_bomb_is_never_unpacked_further_than_it_says(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)

    def bomb(members: dict[str, bytes]) -> None:
        members["trace.json"] = b" " * (limits.TRACE + 1)

    recorded.rewritten(path, bomb)
    assert refused(path) == f"trace.json: has {limits.TRACE + 1:,} bytes, and {limits.TRACE:,} are read"
    patched(path, 24, 1000)
    assert refused(path) == "trace.json: cannot be unpacked"


def test_ten_million_members_are_refused_at_once(tmp_path: Path) -> None:
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 0, 20, 0, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    for count, told in ((10_000_000, None), (300_000, None), (10_000_000, 5)):
        path = tmp_path / f"{count}-{told}.chipward"
        size = count * len(entry)
        with path.open("wb") as file:
            if size <= limits.DIRECTORY:
                file.write(entry * count)
            else:
                file.truncate(size)  # a hole: the directory need not be there to be too large
                file.seek(size)
            head = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, told or count, told or count, size, 0)
            file.write(head + struct.pack("<4sLQL", b"PK\x06\x07", 0, size, 1))
            file.write(struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))
        script = (
            "import resource, sys; from chipward.bundle.read import open_bundle\n"
            "resource.setrlimit(resource.RLIMIT_AS, (1 << 30,) * 2)\n"
            "resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n"
            "open_bundle(sys.argv[1])"
        )
        done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=False)
        assert done.stderr.splitlines()[-1] == (
            f"chipward.errors.Misuse: {path}: holds more files than the 200,000 that a bundle may have{REMEDY}"
        )


def test_members_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recorded.bundle(tmp_path)
    monkeypatch.setattr(limits, "MEMBERS", 6)
    assert refused(path) == "holds more files than the 6 that a bundle may have"


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


def test_a_zip_that_is_no_bundle_is_said_to_be_none(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "other.zip", "w") as opened:
        opened.writestr("readme.txt", "hello")
    assert refused(tmp_path / "other.zip") == "trace.json: is not in the zip"


def test_folders_and_foreign_files_do_no_harm(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path, "a") as opened:
        opened.writestr("artifacts/", b"")
        opened.writestr("README.txt", b"packed again by hand")
    with open_bundle(path) as bundle:
        read_all(bundle)


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
    assert refused(path) == (
        "trace.json: has schema 7, written by chipward 3.1.4, and chipward 0.1.0 reads schemas up to 1; "
        "install chipward 3.1.4 or later: pip install --upgrade chipward"
    )


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
    assert refused(recorded.retraced(recorded.bundle(tmp_path), change)).startswith(sentence)


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
    assert refused(path).startswith("trace.json: ")


def artifact_file(path: Path, identity: str) -> str:
    with open_bundle(path) as bundle:
        return bundle.artifact(identity).file


def test_bytes_of_another_length_are_refused_on_opening(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    name = artifact_file(path, "kernel-0/cpp")
    recorded.rewritten(path, lambda members: members.update({name: b"short"}))
    assert refused(path) == f"{name}: has 5 bytes, and trace.json says {len(recorded.KERNEL)}"
    recorded.rewritten(path, lambda members: members.pop(name))
    assert refused(path) == f"{name}: is not in the zip, and trace.json lists it"


def test_other_bytes_of_the_same_length_are_refused_on_reading(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    name = artifact_file(path, "kernel-0/cpp")
    recorded.rewritten(path, lambda members: members.update({name: recorded.KERNEL.upper().encode()}))
    with open_bundle(path) as bundle:
        bundle.raw("kernel-0/object")
    assert refused(path, read_all) == "kernel-0/cpp: has other bytes than trace.json says"


def test_lines_that_are_counted_wrong_are_refused_on_reading(tmp_path: Path) -> None:
    def lie(trace: dict[str, Any]) -> None:
        trace["artifacts"][2]["lines"] = 3
        trace["maps"][1] |= {"end_lines": 3, "end_mapped": 3}

    path = recorded.retraced(recorded.bundle(tmp_path), lie)
    assert refused(path, read_all) == "kernel-0/cpp: has 4 lines, and trace.json says 3"


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
    assert refused(path, read_all).startswith(f"maps/0.json: {sentence}")


def test_bytes_that_cannot_be_unpacked_are_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path) as opened:
        info = opened.getinfo(artifact_file(path, "program/train.py"))
    raw = bytearray(path.read_bytes())
    start = info.header_offset + 30 + len(info.filename)
    for at in range(start, start + info.compress_size):
        raw[at] ^= 0x55
    path.write_bytes(raw)
    assert refused(path, read_all) == f"{info.filename}: cannot be unpacked"


def test_an_artifact_too_large_for_memory_is_left_to_the_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded.bundle(tmp_path)
    monkeypatch.setattr(limits, "AT_ONCE", 10)
    with open_bundle(path) as bundle:
        assert b"".join(bundle.stream("kernel-0/cpp")) == recorded.KERNEL.encode()
    assert "too many to read at once" in refused(path, lambda bundle: bundle.raw("kernel-0/cpp"))
