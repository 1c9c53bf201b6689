"""Tracing changes nothing: the code that PyTorch generates is the same, byte for byte."""

from pathlib import Path

import pytest
from compile_runs import Ran

from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow


def _generated(cache: Path, pattern: str, mark: str) -> set[str]:
    texts = {path.read_text() for path in cache.rglob(pattern)}
    return {text for text in texts if mark in text}


def _traced(bundle: Bundle, kind: str) -> set[str]:
    return {bundle.text(artifact.id) for artifact in bundle.trace.artifacts if artifact.kind == kind}


def test_every_kernel_is_the_same(bundle: Bundle, bare_run: Ran) -> None:
    bare = _generated(bare_run.folder.parent / "cache", "*.cpp", 'extern "C"')
    traced = _traced(bundle, "cpp-kernel")
    assert traced
    assert {text.strip() for text in traced} == {text.strip() for text in bare if "void  kernel(" in text}


def test_every_wrapper_is_the_same(bundle: Bundle, bare_run: Ran) -> None:
    bare = _generated(bare_run.folder.parent / "cache", "*.py", "# AOT ID")
    traced = _traced(bundle, "inductor-wrapper")
    assert traced
    assert {text.strip() for text in traced} == {text.strip() for text in bare}


def test_the_program_says_the_same(traced_run: Ran, bare_run: Ran) -> None:
    assert traced_run.stdout == bare_run.stdout
    assert traced_run.stderr == bare_run.stderr
