"""What is told of each compilation for a GPU that is not here."""

import json
from pathlib import Path

import pytest

from chipward.artifacts.xla.hlo import read_hlo
from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.gpu.fidelity import tell_fidelity
from chipward.capture.tracers.jax.handover import Handover
from chipward.capture.tracers.jax.work import Work
from made_up_jax import GPU, along

HLO = """\
HloModule jit_f

ENTRY %main (x: f32[8]) -> f32[8] {{
  %x = f32[8] parameter(0)
  ROOT %last = f32[8] {}
}}
"""


@pytest.mark.parametrize(
    ("last", "compiler"),
    [
        ("add(%x, %x)", None),
        ('custom-call(%x), custom_call_target="__gpu$xla.gpu.triton"', "Triton"),
        ('custom-call(%x), custom_call_target="mosaic_gpu_v2"', "Mosaic"),
    ],
)
def test_nothing_ran_and_kernels_of_pallas_were_interpreted(tmp_path: Path, last: str, compiler: str | None) -> None:
    journal = Journal(tmp_path / "spool")
    unit = journal.unit("cuda-h100-jit-0-f", name="f", kind="jitted", selection=along(GPU))
    handover = Handover(tmp_path)
    work = Work(journal, GPU, handover, unit, unit, "f", along(GPU), None, None, None, 1, {"kind": "jitted"})

    tell_fidelity(work, read_hlo(HLO.format(last)))

    records = map(json.loads, (journal.folder / "journal-0.jsonl").read_text().splitlines())
    not_run, *interpreted = [one["text"] for one in records if one["type"] == "finding"]
    assert not_run.startswith("Compiled here, not run: this is what XLA writes for ")
    assert [f"they are what {compiler} compiles" in one for one in interpreted] == ([True] if compiler else [])
