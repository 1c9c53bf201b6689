"""XLA_FLAGS of a program, as options of one compilation."""

import pytest

from chipward.capture.tracers.jax.cpu.compiling import flags_as_options


def test_flags_become_options_but_for_those_that_decide_nothing() -> None:
    told = "--xla_cpu_enable_fast_math=true --xla_cpu_use_xnnpack --xla_dump_to=/x --xla_cpu_prefer_vector_width=512"

    assert flags_as_options(f"{told} --xla_force_host_platform_device_count=8") == {
        "xla_cpu_enable_fast_math": True,
        "xla_cpu_use_xnnpack": True,
        "xla_cpu_prefer_vector_width": "512",
    }


def test_flags_that_hold_for_this_process_are_not_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_use_xnnpack")

    assert flags_as_options("--xla_cpu_use_xnnpack") == {}


def test_no_flags_are_no_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XLA_FLAGS", raising=False)

    assert flags_as_options("") == {}
    assert flags_as_options("words that are none") == {}
