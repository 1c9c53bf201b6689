"""What a traced program writes: cheap, safe from threads and forks, and never a reason for it to fail."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from journals import begin, in_child, keep, records

from chipward.bundle import journal as journal_module
from chipward.bundle.assembly import assemble
from chipward.bundle.journal import Journal


def test_every_record_is_on_disk_as_soon_as_it_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("frame-0", name="f", kind="frame")
    assert [record["type"] for record in records(tmp_path / "spool")] == ["unit"]
    keep(journal, "graph", "x\ny")
    assert records(tmp_path / "spool")[-1]["lines"] == 2


def test_equal_content_is_one_artifact_and_other_content_gets_a_number(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    assert [keep(journal, "graph", content) for content in ("a", "b", "a", "c", "b")] == [
        "frame-0/graph",
        "frame-0/graph.2",
        "frame-0/graph",
        "frame-0/graph.3",
        "frame-0/graph.2",
    ]
    assert len(list((tmp_path / "blobs").iterdir())) == 3


def test_equal_units_are_one_and_others_get_a_number(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    names = [journal.unit("f", name=name, kind="frame") for name in ("f", "g", "f")]
    assert names == ["f", "f.2", "f"]


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("<lambda>", "lambda"),
        ("../../etc/passwd", "etc-passwd"),
        ("", "unnamed"),
        (".hidden", "hidden"),
        ("a b\tc\n", "a-b-c"),
        ("ünit", "nit"),
        ("😀", "unnamed"),
    ],
)
def test_any_name_becomes_one_that_is_safe(tmp_path: Path, asked: str, given: str) -> None:
    assert Journal(tmp_path).unit(asked, name=asked or "x", kind="frame") == given


def test_long_names_stay_apart(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    names = {keep(journal, "x" * 5000 + end, end) for end in "ab"}
    assert len(names) == 2
    assert {artifact.id for artifact in assemble(tmp_path).trace.artifacts} == names


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("", 0),
        ("a", 1),
        ("a\n", 1),
        ("a\nb", 2),
        ("\n\n", 2),
        ("a\r\nb\x0bc\x0cd\u2028e", 2),
        (b"a\nb", 2),
        (b"\x7fELF\0", None),
        (b"\xff\xfe", None),
        ("caf\xe9 \udcff", 1),
        ("\ud800", 1),
        ("a\0b", 1),
        (b"", 0),
    ],
)
def test_lines_end_at_newlines_and_nowhere_else(tmp_path: Path, content: Any, lines: int | None) -> None:
    journal = begin(tmp_path)
    keep(journal, "x", content)
    assert records(tmp_path)[-1]["lines"] == lines


def test_bytes_can_be_said_to_be_a_text(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    keep(journal, "latin", b"\xe4\n\xf6", text=True)
    keep(journal, "data", b"plain", text=False)
    assert [record["lines"] for record in records(tmp_path)[-2:]] == [2, None]


def test_a_path_is_copied_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "kernel.CPP"
    file.write_bytes(b"int x;\n" * 400_000)  # more than one chunk
    journal = begin(tmp_path / "spool")
    keep(journal, "cpp", file)
    file.write_text("changed")
    (artifact,) = assemble(tmp_path / "spool").trace.artifacts
    assert artifact.lines == 400_000
    assert (tmp_path / "spool/blobs" / artifact.sha256).stat().st_size == artifact.bytes == 2_800_000


def test_a_path_that_is_not_there_is_missing_and_the_recording_goes_on(tmp_path: Path) -> None:
    journal = begin(tmp_path / "spool")
    keep(journal, "cpp", tmp_path / "gone.cpp")
    keep(journal, "graph")
    trace = assemble(tmp_path / "spool").trace
    assert [artifact.id for artifact in trace.artifacts] == ["frame-0/graph"]
    assert [missing.why for missing in trace.missing] == ["gone.cpp could not be read (No such file or directory)"]


def test_sources_are_kept_once_and_namesakes_stay_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("")
    journal = Journal(tmp_path / "spool")
    paths = [tmp_path / "a/__init__.py", tmp_path / "b/__init__.py", tmp_path / "a/__init__.py"]
    assert [journal.source(path) for path in paths] == [
        "program/__init__.py",
        "program/__init__.py.2",
        "program/__init__.py",
    ]
    trace = assemble(tmp_path / "spool").trace
    assert [(file.path, file.artifact) for file in trace.program.files] == [
        (str(paths[0]), "program/__init__.py"),
        (str(paths[1]), "program/__init__.py.2"),
    ]


def test_a_relative_source_is_found_after_the_program_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "train.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    journal = Journal(Path("spool"))
    monkeypatch.chdir("/")
    assert journal.source("train.py") == "program/train.py"
    assert assemble(tmp_path / "spool").trace.artifacts[0].lines == 1


def test_text_that_only_python_has_is_a_source_too(tmp_path: Path) -> None:
    import linecache  # noqa: PLC0415 -- the cache is filled as a notebook fills it

    linecache.cache["<cell 3>"] = (8, None, ["x = 1\n", "y = 2\n"], "<cell 3>")
    journal = Journal(tmp_path)
    assert journal.source("<cell 3>") == "program/cell-3"
    assert assemble(tmp_path).trace.artifacts[0].lines == 2


@pytest.mark.parametrize("path", ["<string>", "gone.py", "/", "a\0b", "x" * 5000])
def test_a_source_that_nobody_has_is_missing_once(tmp_path: Path, path: str) -> None:
    journal = Journal(tmp_path)
    assert journal.source(path) is None
    assert journal.source(path) is None
    assert len(assemble(tmp_path).trace.missing) == 1


def test_a_pipe_is_not_read_away_from_the_program(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert Journal(tmp_path / "spool").source(tmp_path / "pipe") is None


def test_an_edge_of_no_known_kind_is_an_error_of_the_tracer(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        Journal(tmp_path).map("a/b", "c/d", [(1, 1, "surely")], method="m")


def test_threads_write_whole_lines(tmp_path: Path) -> None:
    journal = begin(tmp_path)

    def work(number: int) -> None:
        for turn in range(50):
            keep(journal, f"graph-{number}-{turn}", f"{turn}\n" * 100)
            journal.seen("frame-0")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    trace = assemble(tmp_path).trace
    assert len(trace.artifacts) == 400
    assert trace.units[0].count == 400
    assert trace.outcome.note is None


def test_a_child_writes_its_own_file_and_knows_what_its_parent_knew(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    graph = keep(journal, "graph", "a\nb\n")

    def child() -> None:
        kernel = journal.unit("kernel-0", name="k", kind="kernel", parent="frame-0")
        cpp = keep(journal, "cpp", "x\ny\n", unit=kernel, made_from=graph)
        journal.map(graph, cpp, [(1, 2, "exact")], method="m")
        in_child(lambda: keep(journal, "asm", "mov\n", unit=kernel, made_from=cpp))

    in_child(child)
    in_child(lambda: None)  # most children have nothing to tell
    journal.unit("kernel-0", name="another", kind="kernel")
    trace = assemble(tmp_path).trace
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == [
        "journal-0.jsonl",
        "journal-1.jsonl",
        "journal-2.jsonl",
    ]
    assert [(unit.id, unit.parent, unit.process) for unit in trace.units] == [
        ("frame-0", None, 0),
        ("p1.kernel-0", "frame-0", 1),
        ("kernel-0", None, 0),
    ]
    assert [(each.id, each.made_from) for each in trace.artifacts] == [
        ("frame-0/graph", None),
        ("p1.kernel-0/asm", "p1.kernel-0/cpp"),
        ("p1.kernel-0/cpp", "frame-0/graph"),
    ]
    assert (trace.maps[0].start, trace.maps[0].end) == ("frame-0/graph", "p1.kernel-0/cpp")
    assert trace.outcome.processes == 3


def test_a_fork_while_another_thread_writes_does_not_lock_the_child(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with journal._lock:
            held.set()
            release.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(10)
    try:
        in_child(lambda: keep(journal, "graph"))
    finally:
        release.set()
        thread.join()
    assert (tmp_path / "journal-1.jsonl").exists()


def test_a_signal_may_record_while_a_record_is_being_written(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    with journal._lock:
        keep(journal, "graph")
    assert len(records(tmp_path)) == 2


def test_a_full_disk_ends_the_recording_and_not_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = begin(tmp_path)
    real, writes = journal_module.os.write, []

    def write(descriptor: int, data: bytes) -> int:
        writes.append(data)
        if len(writes) == 2:
            real(descriptor, data[:7])  # the disk takes a part, then nothing
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data)

    monkeypatch.setattr(journal_module.os, "write", write)
    journal.seen("frame-0")
    journal.seen("frame-0")
    journal.seen("frame-0")
    assert keep(journal, "graph") == "frame-0/graph"
    assert journal.trouble == "The recording stopped early: No space left on device."
    assert len(writes) == 3  # after that nothing is tried
    trace = assemble(tmp_path).trace
    assert trace.units[0].count == 1
    assert trace.outcome.note == journal.trouble


FILLS = """
import resource, sys
from pathlib import Path
from chipward.bundle.journal import Journal
journal = Journal(Path(sys.argv[1]))
journal.unit("frame-0", name="f", kind="frame")
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
for number in range(3000):
    journal.artifact("frame-0", f"g{number}", stage=None, kind="k", title="t", content=str(number), how="h")
journal.artifact("frame-0", "big", stage=None, kind="k", title="t", content="x" * 30_000, how="h")
print("the program ends as it would have:", journal.trouble)
"""


def test_a_limit_on_file_sizes_ends_the_recording_and_not_the_program(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FILLS, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == "the program ends as it would have: The recording stopped early: File too large.\n"
    trace = assemble(tmp_path).trace
    assert 10 < len(trace.artifacts) < 3000
    assert trace.outcome.note is not None
    assert not list((tmp_path / "blobs").glob("*.part"))


def test_a_folder_that_goes_away_ends_the_recording(tmp_path: Path) -> None:
    import shutil  # noqa: PLC0415 -- only here

    journal = begin(tmp_path / "spool")
    shutil.rmtree(tmp_path / "spool")
    journal.seen("frame-0")
    assert journal.trouble == "The recording stopped early: No such file or directory."
    keep(journal, "graph")
    assert not (tmp_path / "spool").exists()


def test_a_folder_that_cannot_be_made_is_told_and_not_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    journal = Journal(tmp_path / "file" / "spool")
    journal.unit("frame-0", name="f", kind="frame")
    assert keep(journal, "graph") == "frame-0/graph"
    assert journal.trouble is not None


def test_descriptors_that_the_program_closes_are_not_ours(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    before = set(Path("/proc/self/fd").iterdir())
    keep(journal, "graph")
    assert set(Path("/proc/self/fd").iterdir()) == before


LOADED = "import sys; import chipward.bundle.journal; print(*sorted(sys.modules))"


def test_the_journal_loads_the_standard_library_alone() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "pydantic" not in loaded
    assert loaded - sys.stdlib_module_names - {"chipward", "__main__"} <= {name for name in loaded if name[0] == "_"}
