"""Whose code a frame runs: what a compiler writes is not the program's own."""

import pytest

from chipward.capture.tracers.torch.eager.frames import TORCH, Owner, owner_of


@pytest.mark.parametrize(
    ("file", "cache", "owner"),
    [
        ("/srv/train.py", None, Owner.PROGRAM),
        ("/srv/train.py", "", Owner.PROGRAM),
        ("/srv/cache/ab/cab.py", None, Owner.PROGRAM),
        ("/srv/cache/ab/cab.py", "/srv/cache", Owner.COMPILER),
        ("/var/torchinductor_me/ab/cab.py", None, Owner.COMPILER),
        (TORCH + "nn/modules/linear.py", None, Owner.TORCH),
        (TORCH + "_inductor/scheduler.py", None, Owner.COMPILER),
        ("/srv/venv/lib/site-packages/einops/ops.py", None, Owner.PACKAGE),
    ],
)
def test_code_belongs_to_whom_its_file_belongs(
    file: str, cache: str | None, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TORCHINDUCTOR_CACHE_DIR", raising=False)
    if cache is not None:
        monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", cache)
    assert owner_of(compile("x = 1", file, "exec")) is owner
