"""A tracer's mistake becomes a missing stage with its reason, and never reaches the program."""

from pathlib import Path

import pytest

import chipward
from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.options import Options
from chipward.capture.session import Session, reason


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(Journal(tmp_path), Options())


def missing(folder: Path) -> list[tuple[object, object, object]]:
    (written,) = read_journals(folder)
    return [(record["what"], record["why"], record["stage"]) for record in written.of("missing")]


def test_what_a_hook_raises_becomes_missing_once(session: Session, tmp_path: Path) -> None:
    @session.guard("The guards", "dynamo")
    def hook(number: int) -> int:
        return 1 // number

    assert [hook(0), hook(1), hook(0)] == [None, 1, None]
    ((what, why, stage),) = missing(tmp_path)
    assert (what, stage) == ("The guards", "dynamo")
    assert isinstance(why, str)
    assert why.startswith(
        "Looking at it failed: ZeroDivisionError: integer division or modulo by zero (test_session.py,"
    )


def test_a_reason_holds_nothing_of_this_run_or_machine(session: Session, tmp_path: Path) -> None:
    with session.guard("It"):
        raise ValueError(f"<object at {hex(id(session))}> in {chipward.__file__}")  # noqa: EM102, TRY003 -- the matter
    assert "<object at 0x…> in chipward/__init__.py" in str(missing(tmp_path)[0][1])


@pytest.mark.parametrize(
    "more",
    [
        "\n\t\n\nSuspected Python Code Location:\n  <no source information>",
        r"\n    @     0x7f00aa00bb00  f",
        "\n    @ g",
    ],
)
def test_what_a_compiler_puts_behind_its_reason_is_left_out(more: str) -> None:
    assert reason(ValueError(f"Unexpected operand: c128[8]{more}")) == (
        "Looking at it failed: ValueError: Unexpected operand: c128[8]."
    )


@pytest.mark.parametrize("meant", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_is_meant_for_the_program_reaches_it(session: Session, tmp_path: Path, meant: type[BaseException]) -> None:
    with pytest.raises(meant), session.guard("It"):
        raise meant
    assert missing(tmp_path) == []


def test_each_stage_is_missing_for_itself(session: Session, tmp_path: Path) -> None:
    for stage in ("dynamo", "inductor", "dynamo"):
        session.missing("The graph", "This version has no hook for it.", stage=stage)
    assert [stage for _, _, stage in missing(tmp_path)] == ["dynamo", "inductor"]


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(reuse_caches=True),
        Options(every_call=True),
        Options(reuse_caches=True, every_call=True),
        Options(targets=("cuda:h100",)),
        Options(every_call=True, targets=("cuda:sm_90", "rocm:gfx942")),
    ],
)
def test_options_travel(options: Options) -> None:
    assert Options.read(options.spelled()) == options
    assert ":" not in options.spelled()
