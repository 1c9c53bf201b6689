"""Imports are noticed, and nobody but the one who asked notices that."""

import importlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from chipward.capture.imports import ImportWatch

NAMES = ("watched", "watched.part", "unwatched")


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ImportWatch]:
    (tmp_path / "watched").mkdir()
    (tmp_path / "watched/__init__.py").write_text("done = True\n")
    (tmp_path / "watched/part.py").write_text("1 / 0\n")
    (tmp_path / "unwatched.py").write_text("import watched\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    watch = ImportWatch()
    watch.install()
    yield watch
    watch.remove()
    for name in NAMES:
        sys.modules.pop(name, None)


def test_a_callback_gets_the_module_once_it_is_there(watch: ImportWatch) -> None:
    seen: list[tuple[ModuleType, bool]] = []
    watch.after["watched"] = [lambda module: seen.append((module, module.done))]
    import unwatched  # type: ignore[import-not-found]  # noqa: PLC0415

    assert seen == [(unwatched.watched, True)]


def test_what_comes_before_comes_once_and_before(watch: ImportWatch) -> None:
    order: list[str] = []
    watch.before["watched"] = lambda: order.append("before")
    watch.after["watched"] = [lambda _: order.append("after")]
    importlib.import_module("watched")
    del sys.modules["watched"]
    importlib.import_module("watched")
    assert order == ["before", "after", "after"]


def test_a_module_shows_nothing_of_the_watch(watch: ImportWatch) -> None:
    bare = importlib.import_module("watched")
    del sys.modules["watched"]
    watch.after["watched"] = [lambda _: None]
    module = importlib.import_module("watched")
    assert module.__spec__ is not None
    assert type(module.__loader__) is type(bare.__loader__)
    assert bare.__spec__ is not None
    assert type(module.__spec__) is type(bare.__spec__)
    assert sorted(vars(module.__spec__)) == sorted(vars(bare.__spec__))
    assert sorted(vars(module)) == sorted(vars(bare))


def test_a_module_that_is_only_looked_for_is_not_begun(watch: ImportWatch) -> None:
    watch.before["watched"] = lambda: pytest.fail("nobody imported it")
    spec = importlib.util.find_spec("watched")
    assert spec is not None
    assert spec.loader is not None
    assert spec.loader.get_source("watched") == "done = True\n"  # type: ignore[attr-defined]


def test_a_module_that_fails_has_the_traceback_that_it_would_have(watch: ImportWatch) -> None:
    def told() -> str:
        try:
            importlib.import_module("watched.part")
        except ZeroDivisionError:
            return traceback.format_exc()
        return ""

    bare = told()
    watch.before["watched.part"] = lambda: None
    watch.after["watched.part"] = [lambda _: pytest.fail("it is not there")]
    assert told() == bare
    assert "ZeroDivisionError" in bare


def test_a_module_that_is_not_there_stays_so(watch: ImportWatch) -> None:
    watch.before["nowhere_at_all"] = lambda: pytest.fail("nobody imported it")
    with pytest.raises(ModuleNotFoundError, match="No module named 'nowhere_at_all'"):
        importlib.import_module("nowhere_at_all")


def test_removing_the_watch_twice_does_no_harm(watch: ImportWatch) -> None:
    watch.remove()
    watch.remove()
    assert watch not in sys.meta_path
