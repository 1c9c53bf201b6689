"""Doors: closed ones are as JAX made them, and a hook that JAX wants for itself is JAX's."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.jax.dispatch.doors import HOOK_STATE, Doors
from chipward.capture.tracers.jax.dispatch.retraces import Retraces
from chipward.capture.tracers.jax.dispatch.watching import Watching

AS_ALL_THREADS = object()


class State:
    """JAX's setting of the hook: for all threads, and for one."""

    def __init__(self) -> None:
        self.all: object = None
        self.one: object = AS_ALL_THREADS

    def get_global(self) -> object:
        return self.all

    def set_global(self, value: object) -> None:
        self.all = value

    def get_local(self) -> object:
        return self.one

    def set_local(self, value: object) -> None:
        self.one = value


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The parts of JAX that doors are made of."""
    parts: dict[str, dict[str, object]] = {
        "jax": {"__version__": "0.99"},
        "jax._src.core": {"check_eval_args": lambda args: args},
        "jax._src.config": {"config_ext": SimpleNamespace(unset=AS_ALL_THREADS)},
        "jax._src.api": {HOOK_STATE: State()},
    }
    for name, content in parts.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    return sys.modules["jax._src.api"]


def ignored(*_: object) -> None:
    """See nothing."""


def state_of(api: ModuleType) -> State:
    return vars(api)[HOOK_STATE]  # type: ignore[no-any-return]


def test_open_doors_see_and_closed_ones_are_as_they_were(api: ModuleType) -> None:
    core, real = sys.modules["jax._src.core"], state_of(api)
    check: Callable[[object], object] = vars(core)["check_eval_args"]
    seen: list[str] = []
    doors = Doors(api, lambda frame: seen.append(frame.f_code.co_name), ignored)

    doors.open()
    assert vars(core)["check_eval_args"]("given") == "given"
    assert seen == ["test_open_doors_see_and_closed_ones_are_as_they_were"]
    assert callable(real.all)
    doors.close()
    assert (vars(core)["check_eval_args"], real.all) == (check, None)
    doors.remove()
    assert state_of(api) is real


def test_where_jax_wants_no_hook_there_is_ours_and_where_it_wants_one_that_is_it(api: ModuleType) -> None:
    real, doors = state_of(api), Doors(api, ignored, ignored)
    doors.open()
    ours, stand_in = real.all, state_of(api)

    stand_in.set_local(None)
    assert real.one is AS_ALL_THREADS
    assert not doors.was_taken
    stand_in.set_global(print)
    stand_in.set_local(None)
    assert (real.all, real.one) == (print, None)
    assert doors.was_taken
    stand_in.set_global(None)
    assert real.all is ours
    stand_in.set_global(print)
    doors.remove()
    assert real.all is print


def test_a_version_without_the_places_is_told_of(api: ModuleType, tmp_path: Path) -> None:
    session = Session(Journal(tmp_path), Options())
    delattr(api, HOOK_STATE)
    Watching(session, api).start()
    Retraces(session, ModuleType("jax._src.interpreters.partial_eval"))
    told = (tmp_path / "journal-0.jsonl").read_text()

    assert "This version of JAX has no api._post_hook_state." in told
    assert "jax 0.99 has no partial_eval.test_event" in told
