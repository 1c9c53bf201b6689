"""What PyTorch says of a GPU of this machine, and that it is asked only where the program uses it."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.tracers.torch.compile.frames import FrameFacts
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.state import Compilation
from chipward.capture.tracers.torch.dry_run.watching import DEVICE
from chipward.capture.tracers.torch.own_gpu.device import own_gpu
from chipward.capture.tracers.torch.own_gpu.filing import file_under_gpu
from chipward.capture.tracers.torch.targets.kernels.given import Given
from chipward.capture.tracers.torch.targets.pretend.pytorch import properties_of
from chipward.dataset.targets import find_target
from chipward.model.target import Target


def here(monkeypatch: pytest.MonkeyPatch, target: str, *, used: bool = True) -> None:
    def properties(_number: int) -> SimpleNamespace:
        assert used, "asking begins the use of a GPU"
        return properties_of(find_target(target))

    cuda = SimpleNamespace(is_initialized=lambda: used, get_device_properties=properties)
    version = SimpleNamespace(hip="7.0" if target.startswith("rocm") else None)
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=cuda, version=version))


@pytest.mark.parametrize(
    ("target", "filed"), [("cuda:h100", "cuda:sm_90"), ("cuda:b200", "cuda:sm_100"), ("rocm:mi300x", "rocm:gfx942")]
)
def test_a_worker_gets_what_the_driver_said(monkeypatch: pytest.MonkeyPatch, target: str, filed: str) -> None:
    here(monkeypatch, target)
    gpu = own_gpu(1)
    assert gpu is not None
    assert (gpu.number, gpu.target) == (1, filed)
    told = Given.read(gpu.target, {"gpu": gpu.told, "file": None, "candidates": [], "first": 0}).gpu
    table = find_target(target)
    # What a target need not have, PyTorch does not pass on.
    untold = {name: None for name, field in Target.model_fields.items() if not field.is_required()}
    assert told == table.model_copy(update={"id": filed, "figures_of": filed, **untold})


def test_what_answers_in_a_dry_run_is_no_gpu_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    here(monkeypatch, "cuda:h100")
    monkeypatch.setenv(DEVICE, "the figures of a GPU")
    assert own_gpu(0) is None


def test_a_gpu_that_only_fake_tensors_name_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(monkeypatch, "cuda:h100", used=False)
    compilation = Compilation(CompileId(0, 0), "frame-0-0", FrameFacts("f", "", None))
    assert file_under_gpu(Journal(tmp_path), compilation, 0) is None
    assert compilation.gpu is None
    (journal,) = read_journals(tmp_path)
    assert not journal.records
