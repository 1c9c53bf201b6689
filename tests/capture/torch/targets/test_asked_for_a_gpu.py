"""A program that ends because it asks for a GPU is told how to go without; what came before it is not its end."""

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.targets.asked_for_a_gpu import latest_error, tell

SAID = "Torch not compiled with CUDA enabled"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(Journal(tmp_path / "spool"), Options(targets=("cuda:h100",)))


def findings(tmp_path: Path, what: str = "text") -> list[str]:
    file = tmp_path / "spool" / "journal-0.jsonl"
    records = map(json.loads, file.read_text().splitlines() if file.exists() else ())
    return [record[what] for record in records if record["type"] == "finding"]


def ending_by(session: Session, error: Exception) -> None:
    try:
        raise error
    finally:
        tell(session, None)


def test_the_exception_on_its_way_is_told_of(session: Session, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        ending_by(session, AssertionError(SAID))
    (text,) = findings(tmp_path)
    assert text.endswith(f"AssertionError: {SAID}.")


def test_the_exception_that_ended_the_program_is_told_of(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "last_value", RuntimeError(f"{SAID}\nmore"), raising=False)
    tell(session, None)
    (text,) = findings(tmp_path)
    assert text.endswith(f"RuntimeError: {SAID}.")


def test_a_kernel_that_triton_cannot_launch_is_told_of_with_what_becomes_of_it(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = import_module("triton.runtime.driver")
    monkeypatch.setattr(driver, "backends", {})
    with pytest.raises(RuntimeError, match="active drivers") as raised:
        driver._create_driver()  # what Triton does before a launch
    with pytest.raises(RuntimeError):
        ending_by(session, raised.value)
    (text,), (advice,) = findings(tmp_path), findings(tmp_path, "advice")
    assert "RuntimeError: 0 active drivers" in text
    assert advice.startswith("Triton runs a kernel on a GPU alone. Kernels that torch.compile has met by then are ")


def test_so_is_one_that_is_told_of_below_another_line(session: Session, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        ending_by(session, RuntimeError("backend='inductor' raised:\nRuntimeError: 0 active drivers ([])."))
    assert findings(tmp_path, "advice")[0].startswith("Triton runs a kernel on a GPU alone.")


def test_what_an_earlier_cell_has_raised_does_not_end_this_one(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "last_value", AssertionError(SAID), raising=False)
    tell(session, latest_error())
    assert findings(tmp_path) == []


def test_another_exception_is_not_told_of(session: Session, tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        ending_by(session, TypeError())
    assert findings(tmp_path) == []
