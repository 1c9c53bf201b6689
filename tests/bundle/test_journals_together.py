"""Several journals of one run: the processes of a program, and the work that comes after it."""

from pathlib import Path

from journals import begin, in_child, keep

from chipward.bundle.assembly import assemble
from chipward.bundle.journal import Journal
from chipward.bundle.spool import tasks


def test_after_work_speaks_in_the_ids_of_the_process_that_left_it(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    shared = keep(journal, "object", b"\x7fELF\0")
    journal.task("disassemble", unit="frame-0", shared=shared)

    def child() -> None:
        unit = journal.unit("kernel-0", name="k", kind="kernel")
        journal.task("disassemble", unit=unit, shared=keep(journal, "object", b"\0", unit=unit))

    in_child(child)
    left = tasks(tmp_path)
    assert [(task.process, task.part, task.name) for task in left] == [(0, 1, "disassemble"), (1, 1, "disassemble")]
    for task in reversed(left):
        for _ in range(2):  # once more changes nothing
            keep(task.journal(tmp_path), "asm", "mov\n", unit=task.facts["unit"], made_from=task.facts["shared"])
    assert [(each.id, each.made_from) for each in assemble(tmp_path).trace.artifacts if each.made_from] == [
        ("frame-0/asm", "frame-0/object"),
        ("p1.kernel-0/asm", "p1.kernel-0/object"),
    ]


def test_work_that_work_leaves_is_numbered_after_all_that_came_before(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    for name in ("a", "b"):
        journal.task(name)
    first = tasks(tmp_path)
    for task in reversed(first):
        task.journal(tmp_path).task(f"{task.name} leaves this")
    second = tasks(tmp_path, first)
    assert [(task.part, task.name) for task in second] == [(3, "a leaves this"), (4, "b leaves this")]
    second[1].journal(tmp_path).task("last", room="cuda:h100")
    assert [(task.part, task.name, task.room) for task in tasks(tmp_path, [*first, *second])] == [
        (5, "last", "cuda:h100")
    ]
    assert tasks(tmp_path) == first  # what an earlier attempt has left counts once it is done again


def test_a_journal_knows_the_sources_that_another_has_kept(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("x = 1\n")
    journal = Journal(tmp_path / "spool")
    kept = journal.source(tmp_path / "train.py")
    assert journal.sources == {str(tmp_path / "train.py"): kept}
    (tmp_path / "train.py").write_text("x = 2\n")
    other = Journal(tmp_path / "spool", process=0, part=1)
    other.know_sources(journal.sources)
    assert other.source(tmp_path / "train.py") == kept
    assert len(assemble(tmp_path / "spool").trace.artifacts) == 1


def test_spawned_processes_share_the_files_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("x = 1\n")
    for _ in range(3):
        journal = Journal(tmp_path / "spool")
        journal.source(tmp_path / "train.py")
        journal.unit("frame-0", name="f", kind="frame")
    trace = assemble(tmp_path / "spool").trace
    assert [artifact.id for artifact in trace.artifacts] == ["program/train.py"]
    assert [unit.id for unit in trace.units] == ["program", "frame-0", "p1.frame-0", "p2.frame-0"]
    assert len(trace.program.files) == 1
