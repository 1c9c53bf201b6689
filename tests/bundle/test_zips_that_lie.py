"""The zip around a bundle: whatever tricks it plays, it is refused at once, in one sentence."""

import os
import struct
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
import recorded

from chipward.bundle import limits
from chipward.bundle.read import open_bundle


def test_a_copy_of_any_length_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    whole = path.read_bytes()
    for length in range(0, len(whole), 61):
        path.write_bytes(whole[:length])
        assert recorded.refused(path) == "is not a whole zip file"


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "a/../../b", "a\\b", "C:evil", "artifacts/..", "..", "a/./../../x"]
)
def test_names_that_lead_out_of_the_bundle_are_refused(tmp_path: Path, name: str) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path, "a") as opened:
        opened.writestr(ZipInfo(name), b"x")
    assert recorded.refused(path) == f"{name}: has a name that leads out of the bundle"


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(path, "a") as opened:
        opened.writestr("trace.json", b"{}")
    assert recorded.refused(path) == "trace.json: stands twice in the zip"


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
        assert recorded.refused(path) == f"odd: {sentence}"


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    raw = bytearray(path.read_bytes())
    at = raw.rfind(b"PK\x01\x02")
    raw[at + 8] |= 1
    path.write_bytes(raw)
    assert recorded.refused(path) == "trace.json: is encrypted, and a bundle never is"


def patched(path: Path, offset: int, value: int, form: str = "<I") -> Path:
    """Change a field of the last entry of the zip's directory, which is trace.json's."""
    raw = bytearray(path.read_bytes())
    struct.pack_into(form, raw, raw.rfind(b"PK\x01\x02") + offset, value)
    path.write_bytes(raw)
    return path


def test_a_size_that_deflate_cannot_reach_is_refused(tmp_path: Path) -> None:
    path = patched(recorded.bundle(tmp_path), 24, 2**32 - 2)
    assert recorded.refused(path) == "trace.json: says that it unpacks to more than its bytes can hold"


def test_a_packed_size_beyond_the_file_is_refused(tmp_path: Path) -> None:
    path = patched(recorded.bundle(tmp_path), 20, 2**31)
    assert recorded.refused(path) == "trace.json: shares its bytes with other files of the zip"


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
    assert recorded.refused(path).endswith("shares its bytes with other files of the zip")


def test_a_bomb_is_never_unpacked_further_than_it_says(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)

    def bomb(members: dict[str, bytes]) -> None:
        members["trace.json"] = b" " * (limits.TRACE + 1)

    recorded.rewritten(path, bomb)
    assert recorded.refused(path) == f"trace.json: has {limits.TRACE + 1:,} bytes, and {limits.TRACE:,} are read"
    patched(path, 24, 1000)
    assert recorded.refused(path) == "trace.json: cannot be unpacked"


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
            f"chipward.errors.Misuse: {path}: holds more files than the 200,000 that a bundle may have{recorded.REMEDY}"
        )


def test_members_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recorded.bundle(tmp_path)
    monkeypatch.setattr(limits, "MEMBERS", 6)
    assert recorded.refused(path) == "holds more files than the 6 that a bundle may have"


def test_a_zip_that_is_no_bundle_is_said_to_be_none(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "other.zip", "w") as opened:
        opened.writestr("readme.txt", "hello")
    assert recorded.refused(tmp_path / "other.zip") == "trace.json: is not in the zip"


def test_folders_and_foreign_files_do_no_harm(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path, "a") as opened:
        opened.writestr("artifacts/", b"")
        opened.writestr("README.txt", b"packed again by hand")
    with open_bundle(path) as bundle:
        recorded.read_all(bundle)


def test_bytes_that_cannot_be_unpacked_are_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with ZipFile(path) as opened:
        info = opened.getinfo(recorded.artifact_file(path, "program/train.py"))
    raw = bytearray(path.read_bytes())
    start = info.header_offset + 30 + len(info.filename)
    for at in range(start, start + info.compress_size):
        raw[at] ^= 0x55
    path.write_bytes(raw)
    assert recorded.refused(path, recorded.read_all) == f"{info.filename}: cannot be unpacked"
