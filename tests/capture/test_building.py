"""A library is built once for each thing that it is built from, and where it cannot be, one sentence says why."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from chipward.capture.building import Library, build
from chipward.capture.not_built import NotBuiltError

# Stands in for a compiler: notes what it was asked, and writes its last word.
COMPILES = """#!/bin/sh
echo "$@" >> {log}
for word; do last=$word; done
sleep 0.2
echo made > "$last"
"""
REFUSES = "#!/bin/sh\necho '/usr/include/c10/Device.h:1: error: no such thing' >&2\nexit 1\n"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "one.cpp").write_text("int one() { return 1; }\n")
    (tmp_path / "one.h").write_text("int one();\n")
    files = (tmp_path / "one.cpp", tmp_path / "one.h")
    return Library("one", "the stand-in for one", "Other 1.0", files, ("-std=c++17",), ("-lm",))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "chipward"


def compiler(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "compiler"
    file.write_text(text.format(log=tmp_path / "log"))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CXX", f"{file} --of-the-user")
    return tmp_path / "log"


def test_it_is_built_once_and_kept(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = compiler(tmp_path, COMPILES, monkeypatch)
    assert build(library) == build(library)
    (asked,) = log.read_text().splitlines()
    words = ["--of-the-user", "-O1", "-shared", "-fPIC", "-std=c++17", str(tmp_path / "one.cpp"), "-lm", "-o"]
    assert asked.split()[:-1] == words
    assert [file.suffix for file in cache.iterdir()] == [".so"]


def test_it_is_built_anew_where_anything_differs(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, COMPILES, monkeypatch)
    others = (
        replace(library, against="Other 1.1"),
        replace(library, options=("-std=c++20",)),
        replace(library, links=()),
        replace(library, generated="int two() { return 2; }"),
    )
    built = {build(each) for each in (library, *others)}
    library.files[1].write_text("int one(); // more\n")
    built.add(build(library))
    assert len(built) == len(list(cache.iterdir())) == 6


def test_what_is_generated_is_compiled_too(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = compiler(tmp_path, COMPILES, monkeypatch)
    build(replace(library, generated="int two() { return 2; }"))
    assert [Path(word).name for word in log.read_text().split() if word.endswith(".cpp")] == [
        "one.cpp",
        "generated.cpp",
    ]
    assert len(list(cache.iterdir())) == 1


def test_two_that_build_at_once_leave_one(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, COMPILES, monkeypatch)
    with ThreadPoolExecutor(2) as both:
        first, second = both.map(build, [library, library])
    assert first == second
    assert [file.read_text() for file in cache.iterdir()] == ["made\n"]


def test_without_a_compiler_it_says_what_to_install(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotBuiltError) as refused:
        build(library)
    assert str(refused.value) == "There is no C++ compiler to build the stand-in for one with: install g++."
    assert not cache.exists()


def test_a_compiler_that_cannot_be_started_is_named(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", str(tmp_path / "g++-nowhere"))
    with pytest.raises(NotBuiltError) as refused:
        build(library)
    assert str(refused.value) == (
        "The C++ compiler to build the stand-in for one with, g++-nowhere, could not be started "
        "(No such file or directory): set CXX to one that can, or unset it."
    )
    assert list(cache.iterdir()) == []


def test_what_the_compiler_says_is_told_without_folders(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, REFUSES, monkeypatch)
    with pytest.raises(NotBuiltError) as refused:
        build(library)
    told = "could not be built for Other 1.0: …/Device.h:1: error: no such thing."
    assert str(refused.value) == f"The stand-in for one {told}"
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("end", [("exit 3", "exit code 3"), ("kill -9 $$", "signal 9")], ids=["exits", "is killed"])
def test_a_compiler_that_fails_without_a_word_is_named(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: tuple[str, str]
) -> None:
    command, told = end
    compiler(tmp_path, f"#!/bin/sh\n{command}\n", monkeypatch)
    with pytest.raises(NotBuiltError) as refused:
        build(library)
    why = f"could not be built for Other 1.0: the compiler, compiler, ended with {told} and said nothing."
    assert str(refused.value) == f"The stand-in for one {why}"
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_named(
    library: Library, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, COMPILES, monkeypatch)
    cache.parent.write_text("a file")
    with pytest.raises(NotBuiltError, match=r"could not be kept in your cache \(Not a directory\)"):
        build(library)
