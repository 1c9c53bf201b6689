"""Which libtpu goes with a JAX is what JAX says, and who has another is told the line that installs the right one."""

import pytest
from packaging.specifiers import SpecifierSet

from chipward.capture.tracers.jax.tpu import wheels

SAID = ["numpy>=2.0", "this is : no requirement", 'libtpu==0.0.42.*; extra == "tpu"']


def installed(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    def version(name: str) -> str:
        if name not in versions:
            raise wheels.metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(wheels.metadata, "version", version)
    monkeypatch.setattr(wheels.metadata, "requires", lambda _: SAID)


def test_the_one_that_jax_asks_for_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, jax="0.10.2", libtpu="0.0.42.1")
    assert wheels.unfit() is None


def test_none_is_told_with_the_line_that_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, jax="0.10.2")
    assert wheels.unfit() == (
        "libtpu is not installed, which compiles for TPUs; get the one that goes with JAX 0.10.2: "
        'pip install "jax[tpu]==0.10.2"'
    )


def test_another_is_told_with_the_one_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, jax="0.10.2", libtpu="0.0.50.3")
    assert wheels.unfit() == (
        'libtpu 0.0.50.3 does not go with JAX 0.10.2, which wants libtpu==0.0.42.*: pip install "jax[tpu]==0.10.2"'
    )


def test_the_installed_jax_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    wanted = wheels.wanted_libtpu()
    assert wanted
    assert wanted.specifier
    monkeypatch.setattr(wheels.metadata, "requires", lambda _: SAID)
    assert wheels.wanted_libtpu().specifier == SpecifierSet("==0.0.42.*")
