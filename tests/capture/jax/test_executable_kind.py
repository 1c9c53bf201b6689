"""An executable for something else than was asked for is never taken."""

import pytest

from chipward.capture.tracers.jax.executable_kind import WrongTargetError, check_kind


@pytest.mark.parametrize(
    ("kind", "device"),
    [("LoadedExecutable", "NVIDIA H100 80GB HBM3"), ("Executable", "cpu"), ("LoadedExecutable", "cpu")],
)
def test_an_executable_for_something_else_is_never_taken(kind: str, device: str) -> None:
    with pytest.raises(WrongTargetError, match="instead of an Executable for NVIDIA H100"):
        check_kind(kind, device, "NVIDIA H100 80GB HBM3")


def test_the_right_executable_is_taken() -> None:
    check_kind("Executable", "Tesla T4", "Tesla T4")
