"""What JAX needs for each platform, told with the line that gets it."""

import pytest

from chipward.capture.doctor import jax_platforms as doctor
from chipward.capture.doctor.jax_platforms import JaxLack, JaxPlatform, jax_lacks, jax_platforms


def test_without_jax_one_line_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "jax_version", lambda: None)
    platforms = jax_platforms()
    assert [one.name for one in platforms] == ["cpu", "cuda", "tpu"]
    why = "JAX is not installed, so no program that uses it can be traced; 0.10.2 is the version that chipward is "
    assert list(jax_lacks(platforms)) == [JaxLack(f"{why}tested with", "pip install jax==0.10.2")]


def test_each_platform_has_its_own_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "jax_version", lambda: "0.10.2")
    monkeypatch.setattr(doctor, "lacking", lambda: None)
    monkeypatch.setattr(doctor, "unfit", lambda: 'libtpu is not there; get it: pip install "jax[tpu]==0.10.2"')
    assert jax_platforms() == (
        JaxPlatform("cpu", "runs here", None),
        JaxPlatform("cuda", "compiled to SASS", None),
        JaxPlatform(
            "tpu", "compiled to bundles", JaxLack("libtpu is not there; get it", 'pip install "jax[tpu]==0.10.2"')
        ),
    )
