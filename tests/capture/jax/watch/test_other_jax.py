"""Versions of JAX that lack a place for a hook, or in which tags would change what is lowered: it is told."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.jax.compiling import Compilation, compile_afresh, watch_compiling
from chipward.capture.tracers.jax.hooks import Hooks
from chipward.capture.tracers.jax.lowering import Lowering, watch_lowering


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    jax = ModuleType("jax")
    jax.__dict__["__version__"] = "0.99"
    monkeypatch.setitem(sys.modules, "jax", jax)
    return Session(Journal(tmp_path), Options())


def told(session: Session) -> str:
    return (session.journal.folder / "journal-0.jsonl").read_text()


def test_a_version_without_the_places_is_told_of(session: Session) -> None:
    hooks, empty = Hooks(session), ModuleType("jax._src.somewhere")
    watch_lowering(empty, hooks, session, (), lambda _lowering: None)
    watch_compiling(empty, hooks, session, lambda _compilation: None)
    compile_afresh(empty, hooks)

    for place in ("lower_jaxpr_to_module", "compile_or_get_cached", "_cache_read"):
        assert f"jax 0.99 has no jax._src.somewhere.{place}" in told(session)
    assert not [name for name in vars(empty) if not name.startswith("__")]


def test_a_compilation_that_no_cache_answered_is_told_from_one_that_a_cache_did(session: Session) -> None:
    compiler, hooks, seen = ModuleType("jax._src.compiler"), Hooks(session), list[Compilation]()
    calls: dict[str, Callable[..., Any]] = {"backend_compile": lambda *_args: "made"}

    def compile_or_get_cached(*args: object) -> object:
        return vars(compiler)["backend_compile"](*args) if args[1] == "new" else "kept"

    vars(compiler).update(calls, compile_or_get_cached=compile_or_get_cached)
    watch_compiling(compiler, hooks, session, seen.append)
    results = [vars(compiler)["compile_or_get_cached"](None, which, None, None) for which in ("new", "old")]
    hooks.undo()

    assert results == ["made", "kept"]
    assert [(one.module, one.cached) for one in seen] == [("new", False), ("old", True)]
    assert vars(compiler)["compile_or_get_cached"] is compile_or_get_cached


class Module:
    """What an MLIR module is asked for."""

    def __init__(self, text: str) -> None:
        self.context = "context"
        self.operation = SimpleNamespace(get_asm=lambda enable_debug_info: text)  # noqa: ARG005 -- asked by this name


class Jaxpr:
    """A jaxpr of so many equations."""

    def __init__(self, equations: int, *, has_tags: bool = False) -> None:
        self.has_tags = has_tags
        self.jaxpr, self.eqns = self, [_Equation() for _ in range(equations)]

    def replace(self, **_changes: object) -> "Jaxpr":
        return Jaxpr(len(self.eqns), has_tags=True)


class _Equation:
    primitive = SimpleNamespace(name="sin")
    params: dict[str, object] = {}  # noqa: RUF012 -- nobody changes it
    source_info = SimpleNamespace(
        name_stack=SimpleNamespace(extend=lambda _name: None), replace=lambda **_changes: None
    )

    def replace(self, **_changes: object) -> "_Equation":
        return self


def lower_all(session: Session, equations: int, *, tags_matter: bool) -> tuple[Lowering, list[tuple[str, bool]]]:
    """Lower once, with targets of two platforms; what was lowered, and in which order."""
    mlir, hooks, seen, calls = ModuleType("jax._src.mlir"), Hooks(session), list[Lowering](), list[tuple[str, bool]]()

    def lower(name: str, jaxpr: Jaxpr, *, platforms: tuple[str, ...]) -> SimpleNamespace:
        calls.append((platforms[0], jaxpr.has_tags))
        return SimpleNamespace(module=Module(f"{name} {tags_matter and jaxpr.has_tags}"))

    vars(mlir)["lower_jaxpr_to_module"] = lower
    watch_lowering(mlir, hooks, session, ("cuda", "tpu"), seen.append)
    vars(mlir)["lower_jaxpr_to_module"]("jit(f)", Jaxpr(equations), platforms=("cpu",))
    hooks.undo()
    return seen[0], calls


def test_each_platform_is_lowered_for_once_with_tags(session: Session) -> None:
    lowering, calls = lower_all(session, 2, tags_matter=False)

    assert calls == [("cpu", False), ("cpu", True), ("cuda", True), ("tpu", True)]
    assert not lowering.failed


def test_one_equation_needs_no_tags(session: Session) -> None:
    _, calls = lower_all(session, 1, tags_matter=False)

    assert calls == [("cpu", False), ("cuda", False), ("tpu", False)]


def test_where_tags_change_what_is_lowered_they_are_not_used(session: Session) -> None:
    lowering, calls = lower_all(session, 2, tags_matter=True)

    assert calls == [("cpu", False), ("cpu", True), ("cuda", False), ("tpu", False)]
    assert set(lowering.again) == {("cuda", False), ("tpu", False)}
    assert "other StableHLO" in lowering.failed["cpu", True]
