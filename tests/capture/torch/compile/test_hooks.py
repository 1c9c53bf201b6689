import sys
from pathlib import Path
from types import ModuleType

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile.hooks import Hooks


class Compiler:
    """Something to hook."""

    def build(self, what: str) -> str:
        if what == "nothing":
            raise ValueError(what)
        return f"built {what}"


class Better(Compiler):
    """Inherits what is hooked."""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(Journal(tmp_path), Options())


@pytest.fixture
def hooks(session: Session) -> Hooks:
    return Hooks(session)


def missing(session: Session) -> str:
    return "\n".join(
        line for line in (session.journal.folder / "journal-0.jsonl").read_text().splitlines() if "missing" in line
    )


def test_an_observer_sees_the_result_and_the_arguments(hooks: Hooks) -> None:
    seen: list[object] = []
    hooks.after(Compiler, "build", lambda result, _self, what: seen.append((result, what)), what="x", stage=None)
    assert Compiler().build("it") == "built it"
    assert seen == [("built it", "it")]
    hooks.undo()


def test_an_observer_that_fails_is_told_of_and_takes_nothing_away(hooks: Hooks, session: Session) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("no")  # noqa: EM101 -- made up

    for observe in (hooks.after, hooks.before):
        observe(Compiler, "build", fail, what="The build", stage="cpp")
    assert Compiler().build("it") == "built it"
    assert "RuntimeError: no" in missing(session)
    hooks.undo()


def test_what_the_program_raises_is_the_programs_own(hooks: Hooks, session: Session) -> None:
    hooks.after(Compiler, "build", lambda *_args: None, what="The build", stage="cpp")
    with pytest.raises(ValueError, match="nothing"):
        Compiler().build("nothing")
    assert missing(session) == ""
    hooks.undo()


def test_what_this_pytorch_does_not_have_is_said(hooks: Hooks, session: Session) -> None:
    hooks.after(Compiler, "gone", lambda *_args: None, what="The build", stage="cpp")
    assert "has no Compiler.gone" in missing(session)


def test_all_is_put_back_also_what_was_inherited(hooks: Hooks) -> None:
    original = Compiler.build
    hooks.after(Better, "build", lambda *_args: None, what="x", stage=None)
    hooks.after(Compiler, "build", lambda *_args: None, what="x", stage=None)
    assert "build" in vars(Better)
    hooks.undo()
    assert "build" not in vars(Better)
    assert Compiler.build is original


def test_what_the_program_has_replaced_since_stays_the_programs(hooks: Hooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compiler, "build", Compiler.build)
    hooks.after(Compiler, "build", lambda *_args: None, what="x", stage=None)

    def own(_self: Compiler, what: str) -> str:
        return f"their own {what}"

    monkeypatch.setattr(Compiler, "build", own)
    hooks.undo()
    assert Compiler.build is own


def test_a_module_that_took_the_hook_later_gets_the_original_back(
    hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, importer = ModuleType("torch._owner"), ModuleType("torch._importer")

    def build() -> None:
        """Build nothing."""

    vars(owner)["build"] = build
    hooks.after(owner, "build", lambda *_args: None, what="x", stage=None)
    vars(importer)["build"] = owner.build
    monkeypatch.setitem(sys.modules, importer.__name__, importer)
    hooks.undo()
    assert owner.build is build
    assert importer.build is build
