"""What JAX needs for each platform, told with the line that gets it."""

import pytest

from chipward.capture.doctor import jax_platforms as doctor
from chipward.capture.doctor.jax_platforms import JaxLack, JaxPlatform, jax_lacks, jax_platforms
from chipward.capture.tracers.jax.gpu import needs


def test_without_jax_one_line_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "jax_version", lambda: None)
    platforms = jax_platforms()
    assert [one.name for one in platforms] == ["cpu", "cuda", "tpu"]
    why = "JAX is not installed, so no program that uses it can be traced; 0.10.2 is the version that chipward is "
    assert list(jax_lacks(platforms)) == [JaxLack(f"{why}tested with", "pip install jax==0.10.2")]


def test_each_platform_has_its_own_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "jax_version", lambda: "0.10.2")
    monkeypatch.setattr(doctor, "lacking", lambda: None)
    monkeypatch.setattr(doctor, "tools_lacking", lambda: None)
    monkeypatch.setattr(doctor, "unfit", lambda: 'libtpu is not there; get it: pip install "jax[tpu]==0.10.2"')
    assert jax_platforms() == (
        JaxPlatform("cpu", "runs here", None),
        JaxPlatform("cuda", "compiled to SASS", None),
        JaxPlatform(
            "tpu", "compiled to bundles", JaxLack("libtpu is not there; get it", 'pip install "jax[tpu]==0.10.2"')
        ),
    )


def test_parts_of_nvidias_compiler_are_asked_for_once_the_plugin_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "jax_version", lambda: "0.10.2")
    monkeypatch.setattr(doctor, "lacking", lambda: None)
    monkeypatch.setattr(needs, "find_spec", lambda name: None)  # noqa: ARG005 -- as it is called
    needs.tool.cache_clear()
    lack = jax_platforms()[1].lack
    needs.tool.cache_clear()
    assert lack is not None
    assert lack.command == "pip install nvidia-cuda-nvcc nvidia-cuda-nvdisasm"


def test_where_all_of_it_is_there_none_is_asked_for() -> None:
    assert needs.tools_lacking() is None
