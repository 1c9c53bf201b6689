"""A program that does not compile with tags is told without them."""

from types import SimpleNamespace

import pytest

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.tagged_again import tagged_hlo


def work(tagged: bytes | None) -> Foreign:
    return SimpleNamespace(handover=SimpleNamespace(tagged=lambda _platform: tagged))


def refuse(module: bytes) -> str:
    message = f"INTERNAL: {module!r}"
    raise RuntimeError(message)


def test_what_compiles_is_told() -> None:
    assert tagged_hlo(work(b"module"), "cpu", lambda module: f"HLO of {module!r}") == "HLO of b'module'"


def test_a_refusal_of_xla_loses_the_tags_alone() -> None:
    assert tagged_hlo(work(b"module"), "cpu", refuse) is None


def test_without_tags_nothing_is_compiled() -> None:
    assert tagged_hlo(work(None), "cpu", refuse) is None


def test_a_fault_of_chipward_is_no_refusal() -> None:
    def fail(module: bytes) -> str:
        raise TypeError(module)

    with pytest.raises(TypeError):
        tagged_hlo(work(b"module"), "cpu", fail)
