"""What is said of a JAX that chipward is not tested with."""

import pytest

from chipward.capture.tracers.jax.tested import TESTED, untested


@pytest.mark.parametrize("version", [TESTED, "0.10.0", "0.12.0.1", "0.12.3"])
def test_nothing_is_said_of_tested_series(version: str) -> None:
    assert untested(version) is None


@pytest.mark.parametrize("version", ["0.9.2", "0.11.0", "0.100.0", "1.0"])
def test_others_are_named(version: str) -> None:
    told = untested(version)
    assert told is not None
    assert f"JAX {version}, which is here" in told
    assert "JAX 0.10 and 0.12" in told
