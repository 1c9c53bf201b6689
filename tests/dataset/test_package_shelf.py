"""Wheels, source packages and installed trees: found by name and version, opened with care."""

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chipward.dataset.verify.shelves import archive
from chipward.dataset.verify.shelves.packages import Packages
from chipward.dataset.verify.shelves.shelf import Held
from chipward.model.citation import Source
from chipward.model.missing import Missing
from demo import API, GUARDED, GUIDE, HEADER, WHEEL_FILES, in_repository, in_wheel, write_wheel


def source(release_path: str = "demo_engine/api.py", version: str = "1.2.0", **more: Any) -> Source:
    value = in_wheel("api", release_path)
    value["release"]["version"] = version
    return Source.model_validate(value | more)


def find(folder: Path, wanted: Source) -> Held | Missing:
    return Packages([folder]).find([wanted])[wanted]


def text(folder: Path, wanted: Source) -> str:
    found = find(folder, wanted)
    assert isinstance(found, Held), found
    return found.text


def why(folder: Path, wanted: Source) -> str:
    found = find(folder, wanted)
    assert isinstance(found, Missing), found
    return found.why


def write_tar(file: Path, files: Mapping[str, bytes]) -> None:
    with tarfile.open(file, "w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


def test_a_file_of_a_wheel_is_found(demo_sources: Path) -> None:
    found = find(demo_sources / "packages", source())
    assert found == Held(
        API.encode(),
        "demo-engine 1.2.0 (PyPI)",
        "pip download --no-deps -d packages demo-engine==1.2.0",
        "--packages packages",
    )


def test_a_package_deeper_down_is_found(demo_sources: Path) -> None:
    assert text(demo_sources, source()) == API


@pytest.mark.parametrize("name", ["demo_engine-1.2.0+cpu-py3-none-any.whl", "Demo_Engine-1.2-py3-none-any.whl"])
def test_other_spellings_of_name_and_version_are_the_same_release(tmp_path: Path, name: str) -> None:
    write_wheel(tmp_path / name, WHEEL_FILES)
    assert text(tmp_path, source()) == API


@pytest.mark.parametrize("version", ["1.2.1", "1.2.0rc1", "1.2.0+gpu", "not a version"])
def test_another_version_is_not(demo_sources: Path, version: str) -> None:
    value = source().model_copy(update={"release": source().release.model_copy(update={"version": version})})  # type: ignore[union-attr]
    assert why(demo_sources / "packages", value).startswith(f"no folder of packages holds demo-engine {version}")


def test_the_release_itself_goes_before_a_build_of_it(demo_sources: Path, tmp_path: Path) -> None:
    write_wheel(tmp_path / "demo_engine-1.2.0+aaa-py3-none-any.whl", {"demo_engine/api.py": "another"})
    (tmp_path / "demo_engine-1.2.0-py3-none-any.whl").symlink_to(
        demo_sources / "packages/demo_engine-1.2.0-py3-none-any.whl"
    )
    assert text(tmp_path, source()) == API


def test_a_header_of_torch_is_read_without_its_guard(demo_sources: Path) -> None:
    found = find(demo_sources / "packages", source("demo_engine/include/compiler.h"))
    assert isinstance(found, Held)
    assert GUARDED.startswith("#if")
    assert found.content == HEADER.encode()


METADATA = "demo_engine-1.2.0.dist-info/METADATA"


def test_a_readme_is_read_out_of_the_metadata_where_a_repository_has_it(demo_sources: Path) -> None:
    place = {key: in_repository("", "README.md", "a" * 40)[key] for key in ("repository", "commit", "path")}
    assert text(demo_sources / "packages", source(METADATA, **place)) == GUIDE
    assert text(demo_sources / "packages", source(METADATA)).startswith("Metadata-Version: 2.1")


def test_the_metadata_of_a_build_are_found_under_the_name_of_the_release(tmp_path: Path) -> None:
    files = {"demo_engine-1.2.0+cpu.dist-info/METADATA": "Name: demo-engine\n\nWords."}
    write_wheel(tmp_path / "demo_engine-1.2.0+cpu-py3-none-any.whl", files)
    assert text(tmp_path, source(METADATA)).endswith("Words.")


def test_the_metadata_of_the_release_are_found_under_the_name_of_a_build(demo_sources: Path) -> None:
    built = source("demo_engine-1.2.0+cpu.dist-info/METADATA")
    assert text(demo_sources / "packages", built).endswith(GUIDE)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "demo_engine-1.2.0-py3-none-any.whl", "w") as wheel:
        wheel.mkdir("demo_engine/api.py")
    assert "has no such file" in why(tmp_path, source("demo_engine/api.py"))
    assert "has no such file" in why(tmp_path, source("demo_engine"))


def test_a_source_package_is_read_below_its_top_folder(tmp_path: Path) -> None:
    write_tar(tmp_path / "demo_engine-1.2.0.tar.gz", {"demo_engine-1.2.0/demo_engine/api.py": API.encode()})
    found = find(tmp_path, source())
    assert isinstance(found, Held)
    assert found.text == API
    assert found.obtain == "pip download --no-deps --no-binary :all: -d packages demo-engine==1.2.0"


def test_a_source_package_may_be_a_zip(tmp_path: Path) -> None:
    write_wheel(tmp_path / "demo-engine-1.2.0.zip", {"demo-engine-1.2.0/demo_engine/api.py": API})
    assert text(tmp_path, source()) == API


def test_an_installed_package_is_read(tmp_path: Path) -> None:
    for name, content in WHEEL_FILES.items():
        file = tmp_path / "site-packages" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    assert text(tmp_path, source()) == API
    assert text(tmp_path, source(METADATA)).endswith(GUIDE)


def test_an_installed_build_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "demo_engine-1.2.0+cpu.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Words.", encoding="utf-8")
    assert text(tmp_path, source(METADATA)) == "Words."


def test_the_source_package_is_tried_when_the_wheel_lacks_the_file(demo_sources: Path, tmp_path: Path) -> None:
    (tmp_path / "demo_engine-1.2.0-py3-none-any.whl").symlink_to(
        demo_sources / "packages/demo_engine-1.2.0-py3-none-any.whl"
    )
    write_tar(tmp_path / "demo_engine-1.2.0.tar.gz", {"demo_engine-1.2.0/tests/run.py": b"run everything"})
    assert text(tmp_path, source("tests/run.py")) == "run everything"
    assert text(tmp_path, source()) == API


def test_a_file_that_a_release_lacks_is_said_to_be_missing(demo_sources: Path) -> None:
    assert why(demo_sources / "packages", source("demo_engine/gone.py")) == (
        "demo-engine 1.2.0 is there, but has no such file (demo_engine/gone.py)"
    )


@pytest.mark.parametrize(
    "name", ["demo_engine-1.2.0-py3-none-any.whl", "demo_engine-1.2.0.zip", "demo_engine-1.2.0.tar.gz"]
)
@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04cut off", b"\x1f\x8b\x08\x00cut off"])
def test_a_broken_archive_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert why(tmp_path, source()).startswith(f"{name} cannot be read as a package (")


def test_a_truncated_source_package_is_named(tmp_path: Path) -> None:
    file = tmp_path / "demo_engine-1.2.0.tar.gz"
    write_tar(file, {"demo_engine-1.2.0/big": bytes(range(256)) * 4000, "demo_engine-1.2.0/demo_engine/api.py": b""})
    file.write_bytes(file.read_bytes()[:-200])
    assert why(tmp_path, source()).startswith(f"{file.name} cannot be read as a package (")


def test_a_file_that_swells_when_it_is_unpacked_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST", 1000)
    bomb = {"demo_engine/api.py": "0" * 1001}
    with zipfile.ZipFile(tmp_path / "demo_engine-1.2.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("demo_engine/api.py", bomb["demo_engine/api.py"])
    assert "has more than 1,000 bytes" in why(tmp_path, source())


def test_a_source_package_that_swells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_ARCHIVE", 1000)
    write_tar(tmp_path / "demo_engine-1.2.0.tar.gz", {"top/one": b"0" * 600, "top/two": b"0" * 600})
    assert "unpacks to more than 1,000 bytes" in why(tmp_path, source())


def test_links_in_a_source_package_are_not_followed(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "demo_engine-1.2.0.tar.gz", "w:gz") as tar:
        link = tarfile.TarInfo("demo_engine-1.2.0/demo_engine/api.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    assert "has no such file" in why(tmp_path, source())


def test_links_out_of_an_installed_tree_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "site/demo_engine-1.2.0.dist-info").mkdir(parents=True)
    (tmp_path / "site/demo_engine").mkdir()
    (tmp_path / "site/demo_engine/api.py").symlink_to(tmp_path / "secret")
    assert "has no such file" in why(tmp_path, source())


@pytest.mark.parametrize("name", ["notes.zip", "data.tar.gz", "odd.whl", "x-y-z.whl", "bad version-1..2.zip"])
def test_files_that_only_end_like_packages_are_passed_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"something")
    (tmp_path / "odd-not.a.version!.dist-info").mkdir()
    assert len(Packages([tmp_path])) == 0


def test_a_source_without_a_release_is_none_of_its_business(demo_sources: Path) -> None:
    wanted = Source.model_validate(in_repository("guide", "docs/guide.md", "a" * 40))
    assert Packages([demo_sources]).find([wanted]) == {}


def test_a_name_that_claims_to_be_utf_8_and_is_not_breaks_the_wheel(tmp_path: Path) -> None:
    file = tmp_path / "demo_engine-1.2.0-py3-none-any.whl"
    write_wheel(file, {"demo_engine/ä.py": API})
    file.write_bytes(file.read_bytes().replace("ä".encode(), b"\xff\xff"))
    assert "cannot be read as a package ('utf-8' codec" in why(tmp_path, source())


def test_damage_inside_a_compressed_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "demo_engine-1.2.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as wheel:
        wheel.writestr("demo_engine/api.py", API * 50)
    content = bytearray(file.read_bytes())
    for at in range(60, 110):
        content[at] ^= 0x55
    file.write_bytes(content)
    assert "cannot be read as a package (" in why(tmp_path, source())


def test_a_path_that_no_system_takes_is_told(tmp_path: Path) -> None:
    (tmp_path / "demo_engine-1.2.0.dist-info").mkdir()
    assert "cannot be read as a package ([Errno 36] File name too long" in why(tmp_path, source("x" * 5000))
