"""Each tracer answers for the targets that are asked for, of its own framework, and knows no other one."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture import serving
from chipward.capture.tracers import SERVICES, TRACERS, torch

H100, MI300X, TPU = "cuda:h100", "rocm:mi300x", "tpu:v5e"


class OtherService:
    """The service of another framework, which is for TPUs."""

    def lacks(self, targets: Sequence[str]) -> Iterator[str]:
        yield from (f"other lacks what {target} needs" for target in targets if target == TPU)

    def stands_in_for(self, target: str) -> bool:
        return target == TPU

    def leave_dry_run(self, journal: Journal, target: str, command: Sequence[str], seconds: float) -> None:
        journal.task("other", target=target, command=list(command), seconds=seconds)

    def tell_unserved(self, journal: Journal, targets: Sequence[str], *, dry_run: bool) -> None:
        for target in targets:
            if target != TPU:
                dry = ", and so is its dry run" if dry_run else ""
                journal.missing(f"What other becomes on {target}", f"Other is for TPUs{dry}.")


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("other_service")
    module.SERVICE = OtherService()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(SERVICES, "other", module.__name__)


def unserved(folder: Path, *imported: str) -> list[tuple[str, str]]:
    """Who says of which target that it is not served, in a program that imports these frameworks."""
    journal = Journal(folder)
    for framework in imported:
        journal.environment(packages={framework: "1.0"})
    serving.tell_unserved(journal, (H100, MI300X, TPU))
    (written,) = read_journals(folder)
    words = [str(gone["what"]).split() for gone in written.of("missing")]
    return [("other" if "other" in each else "torch", each[-1]) for each in words]


TORCH = [("torch", target) for target in (H100, MI300X, TPU)]  # nothing was compiled, and TPUs never are
OTHER = [("other", H100), ("other", MI300X)]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("imported", "told"),
    [
        (("torch",), TORCH),
        (("other",), OTHER),
        (("torch", "other"), TORCH + OTHER),
        ((), TORCH + OTHER),
        (("numpy",), TORCH + OTHER),
    ],
)
def test_a_framework_that_the_program_lacks_is_not_spoken_of(
    tmp_path: Path, imported: tuple[str, ...], told: list[tuple[str, str]]
) -> None:
    assert unserved(tmp_path, *imported) == told


def test_pytorch_says_why_it_does_not_serve_a_tpu(tmp_path: Path) -> None:
    serving.tell_unserved(Journal(tmp_path), (TPU,))
    (written,) = read_journals(tmp_path)
    (gone,) = written.of("missing")
    assert gone["why"] == "PyTorch programs are followed to GPUs of NVIDIA's and AMD's."


@pytest.mark.usefixtures("two")
def test_each_says_what_is_to_be_installed_for_its_own_targets() -> None:
    assert list(serving.lacks((TPU,))) == ["other lacks what tpu:v5e needs"]
    assert list(serving.lacks(())) == []


@pytest.mark.usefixtures("two")
def test_each_leaves_the_dry_runs_of_its_own_targets(tmp_path: Path) -> None:
    assert [serving.has_stand_in(target) for target in (H100, MI300X, TPU)] == [True, False, True]
    serving.leave_dry_runs(Journal(tmp_path), (H100, MI300X, TPU), ("python", "a.py"), 1.5)
    (written,) = read_journals(tmp_path)
    left = [(task["name"], task["facts"]["target"], task["facts"]["seconds"]) for task in written.of("task")]  # type: ignore[index]
    assert left == [("torch-dry-run", H100, 1.5), ("other", TPU, 1.5)]


def test_who_asks_loads_no_tracer_before_a_target_is_named() -> None:
    code = "import sys, chipward.capture.serving as s; list(s.lacks(())); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert torch.__name__ not in loaded


def test_every_service_is_of_a_framework_that_is_watched() -> None:
    assert SERVICES.keys() <= TRACERS.keys()
