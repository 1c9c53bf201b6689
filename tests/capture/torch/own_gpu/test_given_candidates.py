"""What is noted of kernels for a GPU of this machine, with stand-ins for what PyTorch holds of them."""

import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.state import BuiltKernel
from chipward.capture.tracers.torch.own_gpu.device import OwnGpu
from chipward.capture.tracers.torch.own_gpu.given import Given

GPU = OwnGpu(0, "NVIDIA H100 80GB HBM3", "cuda", "sm_90", {"warp_size": 32})


class Tuner:
    """What PyTorch launches a kernel with: told apart by what it is, not by what it holds."""

    def __init__(self, **facts: object) -> None:
        vars(self).update(facts)


def config(block: int) -> Any:
    return SimpleNamespace(kwargs={"XBLOCK": block}, num_warps=4, num_stages=1, num_ctas=1, maxnreg=None)


def tuner(*blocks: int, loaded: int) -> Tuner:
    configs = [config(block) for block in blocks]
    made = {"ttir": "a text", "cubin": b"bytes", "source": "not a stage"}
    return Tuner(
        fn=SimpleNamespace(__name__="triton_"),
        filename="/somewhere/kernel.py",
        compile_results=[SimpleNamespace(config=each, kernel=SimpleNamespace(asm=made)) for each in configs],
        launchers=[SimpleNamespace(config=each) for each in configs[:loaded]],
    )


@pytest.fixture
def given(tmp_path: Path) -> Given:
    return Given(Recorder(Session(Journal(tmp_path), Options(reuse_caches=True))))


def kernel() -> BuiltKernel:
    return BuiltKernel("triton_poi_0", "source", None, unit="kernel-0", artifact="kernel-0/triton")


def told(tmp_path: Path, kind: str) -> list[dict[str, Any]]:
    (journal,) = read_journals(tmp_path)
    return list(journal.of(kind))


def test_a_candidate_is_noted_by_the_hash_of_what_each_stage_made(tmp_path: Path, given: Given) -> None:
    given.note(GPU, kernel(), tuner(512, 1024, loaded=1))
    (task,) = told(tmp_path, "task")
    facts = task["facts"]
    assert facts["target"] == "cuda:sm_90"
    assert facts["reuse_caches"] is False  # whatever was asked for: a cache would answer with what it is compared with
    assert facts["room"] != "cuda:sm_90"  # there a table answers, and not this GPU's driver
    assert facts["given"]["file"] == "/somewhere/kernel.py"
    first, second = facts["given"]["candidates"]
    assert first["values"] == {"XBLOCK": 512}
    assert first["made"] == {
        "ttir": [sha256(b"a text").hexdigest(), 6],
        "cubin": [sha256(b"bytes").hexdigest(), 5],
    }
    assert (first["is_loaded"], second["is_loaded"]) == (True, False)


def test_what_coordinate_descent_finds_is_noted_beside_the_candidates(
    tmp_path: Path, given: Given, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = SimpleNamespace(triton_cache_dir=lambda number: str(tmp_path / f"triton-{number}"))
    monkeypatch.setitem(sys.modules, "torch._inductor.runtime.cache_dir_utils", cache)
    folder = tmp_path / "triton-0" / "KEY"
    folder.mkdir(parents=True)
    (folder / "triton_.cubin").write_bytes(b"better")
    (folder / "triton_.json").write_bytes(b"{}")
    known = tuner(512, 1024, loaded=2)
    given.note(GPU, kernel(), known)
    for _ in range(2):  # another graph may have the same kernel
        given.found(known, SimpleNamespace(config=config(2048), cache_hash="KEY"), "coordinate descent tuning")
    first, second = told(tmp_path, "task")
    assert first["facts"]["given"]["first"] == 0
    assert second["facts"]["given"]["first"] == 2
    (found,) = second["facts"]["given"]["candidates"]
    assert found["made"] == {"cubin": [sha256(b"better").hexdigest(), 6]}
    went_on, stayed = [
        each["text"].removeprefix(f"On {GPU.name} coordinate descent tuning ") for each in told(tmp_path, "finding")
    ]
    assert went_on == "went on from there, and this one runs: XBLOCK 2048, 4 warps, 1 stage."
    assert stayed == "ended at one of them: XBLOCK 2048, 4 warps, 1 stage."


def test_of_what_nobody_compiled_nothing_is_noted(tmp_path: Path, given: Given) -> None:
    given.note(GPU, kernel(), lambda: None)  # as Triton's interpreter has a kernel
    assert told(tmp_path, "task") == []
    (gone,) = told(tmp_path, "missing")
    assert gone["unit"] == "kernel-0"
    assert gone["what"] == "What NVIDIA H100 80GB HBM3 was given of triton_poi_0"


def test_a_kernel_that_is_not_known_is_passed_over(tmp_path: Path, given: Given) -> None:
    given.chosen(tuner(512, loaded=1), 1)
    given.found(tuner(512, loaded=1), SimpleNamespace(config=config(1)), "coordinate descent tuning")
    assert told(tmp_path, "finding") == []
