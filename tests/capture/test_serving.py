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
    monkeypatch.setattr(serving, "SERVICES", {"torch": SERVICES["torch"], "other": module.__name__})


def unserved(folder: Path, *imported: str) -> list[tuple[str, str]]:
    """Who says of which target that it is not served, in a program that imports these frameworks."""
    journal = Journal(folder)
    for framework in imported:
        journal.environment(packages={framework: "1.0"})
    serving.tell_unserved(journal, (H100, MI300X, TPU))
    (written,) = read_journals(folder)
    words = [str(gone["what"]).split() for gone in written.of("missing")]
    said_by = {"other": "other", "JAX": "jax", "PyTorch": "torch"}
    return [(next((said_by[word] for word in each if word in said_by), "nobody"), each[-1]) for each in words]


JAX = [("jax", target) for target in (H100, MI300X, TPU)]  # nothing was compiled, and GPUs of AMD's never are
TORCH = [("torch", target) for target in (H100, MI300X, TPU)]  # nothing was compiled, and TPUs never are
OTHER = [("other", H100), ("other", MI300X)]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("imported", "told"),
    [
        (("torch",), TORCH),
        (("other",), OTHER),
        (("torch", "other"), TORCH + OTHER),
    ],
)
def test_a_framework_that_the_program_lacks_is_not_spoken_of(
    tmp_path: Path, imported: tuple[str, ...], told: list[tuple[str, str]]
) -> None:
    assert unserved(tmp_path, *imported) == told


def test_each_framework_speaks_of_its_own_code(tmp_path: Path) -> None:
    assert unserved(tmp_path, "jax", "torch") == JAX + TORCH


@pytest.mark.parametrize("imported", [(), ("numpy",)])
def test_where_none_was_imported_each_target_is_spoken_of_once(tmp_path: Path, imported: tuple[str, ...]) -> None:
    assert unserved(tmp_path, *imported) == [("nobody", target) for target in (H100, MI300X, TPU)]


@pytest.mark.parametrize(
    ("framework", "target", "why"),
    [
        ("torch", TPU, "PyTorch programs are followed to GPUs of NVIDIA's and AMD's."),
        ("jax", MI300X, "JAX programs are followed to NVIDIA's GPUs and to TPUs."),
    ],
)
def test_a_framework_says_why_it_does_not_serve_a_target(tmp_path: Path, framework: str, target: str, why: str) -> None:
    journal = Journal(tmp_path)
    journal.environment(packages={framework: "1.0"})
    serving.tell_unserved(journal, (target,))
    (written,) = read_journals(tmp_path)
    assert [gone["why"] for gone in written.of("missing")] == [why]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"name": "jax-compile", "target": H100}, None),
        ({"name": "torch-graph-for-target", "target": H100}, "JAX compiled nothing in it that could be followed."),
    ],
)
def test_what_jax_left_to_be_compiled_is_served(tmp_path: Path, facts: dict[str, str], why: str | None) -> None:
    journal = Journal(tmp_path)
    journal.environment(packages={"jax": "1.0"})
    journal.task(facts["name"], what="It", target=facts["target"])
    serving.tell_unserved(journal, (H100,))
    (written,) = read_journals(tmp_path)
    assert [gone["why"] for gone in written.of("missing")] == ([why] if why else [])


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
