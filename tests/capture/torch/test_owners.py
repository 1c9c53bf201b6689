"""Whose a file is: what a compiler writes, or PyTorch, or chipward, is not the program's own."""

import subprocess
import sys
import sysconfig

import pytest
import torch

import chipward
from chipward.capture.tracers.torch.owners import Owner, owner_of_file, torch_folder

TORCH = torch.__file__.removesuffix("__init__.py")
STANDARD = sysconfig.get_path("stdlib")
CHIPWARD = chipward.__file__.removesuffix("__init__.py")


@pytest.mark.parametrize(
    ("file", "cache", "owner"),
    [
        ("/srv/train.py", None, Owner.PROGRAM),
        ("/srv/train.py", "", Owner.PROGRAM),
        ("<string>", None, Owner.PROGRAM),
        ("/srv/torchinductor-course/train.py", None, Owner.PROGRAM),
        ("/srv/cache/ab/cab.py", None, Owner.PROGRAM),
        ("/srv/cache/ab/cab.py", "/srv/cache", Owner.COMPILER),
        ("/srv/cache/ab/cab.py", "/srv/cache/", Owner.COMPILER),
        ("/srv/cache-of-mine/cab.py", "/srv/cache", Owner.PROGRAM),
        ("/var/torchinductor_me/ab/cab.py", None, Owner.COMPILER),
        (f"{TORCH}nn/modules/linear.py", None, Owner.TORCH),
        (f"{TORCH}_inductor/scheduler.py", None, Owner.COMPILER),
        (f"{TORCH}_dynamo/eval_frame.py", None, Owner.TORCH),
        ("/srv/venv/lib/site-packages/torch/nn/modules/linear.py", None, Owner.TORCH),
        ("/srv/venv/lib/site-packages/torch/_dynamo/guards.py", None, Owner.COMPILER),
        ("/srv/venv/lib/site-packages/torchvision/ops.py", None, Owner.PACKAGE),
        ("<eval_with_key>.7", None, Owner.TORCH),
        ("/srv/venv/lib/site-packages/einops/ops.py", None, Owner.PACKAGE),
        ("/usr/lib/python3/dist-packages/einops/ops.py", None, Owner.PACKAGE),
        ("/srv/my-site-packages/ops.py", None, Owner.PROGRAM),
        (f"{STANDARD}/contextlib.py", None, Owner.PYTHON),
        (f"{STANDARD}-of-mine/contextlib.py", None, Owner.PROGRAM),
        ("<frozen importlib._bootstrap>", None, Owner.PYTHON),
        (f"{CHIPWARD}capture/block.py", None, Owner.CHIPWARD),
    ],
)
def test_a_file_belongs_to_whoever_wrote_it(
    file: str, cache: str | None, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TORCHINDUCTOR_CACHE_DIR", raising=False)
    if cache is not None:
        monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", cache)
    assert owner_of_file(file) is owner


def test_a_process_without_torch_knows_where_it_lies() -> None:
    asked = "import sys; from chipward.capture.tracers.torch.owners import torch_folder; print(torch_folder())"
    asked += "; assert 'torch' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == torch_folder() == TORCH
