"""What XLA reports of a compilation is kept as it is, or told to be missing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chipward.artifacts.xla.hlo import read_hlo
from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.cpu.proof import Proof
from chipward.capture.tracers.jax.cpu.reports import keep_costs, keep_reports
from chipward.capture.tracers.jax.handover import RAN_COSTS, Handover
from chipward.capture.tracers.jax.selections import selection_for
from chipward.capture.tracers.jax.work import Work

HLO = """\
HloModule jit_f, is_scheduled=true

ENTRY %main (x: f32[4]) -> f32[4] {
  %x = f32[4]{0} parameter(0)
  ROOT %add.1 = f32[4]{0} add(%x, %x), backend_config={"b":[],"a":[]}
}
"""
PROVEN = Proof("text-identical without metadata", same_hlo=True, ran=(), again=())
DUMPED = {
    "module_0001.jit_f.before_optimizations.txt": HLO.replace("add.1", "add"),
    "module_0001.jit_f.0000.simplification.after_pipeline-start.before_algsimp.txt": HLO.replace("add.1", "add"),
    "module_0001.jit_f.0001.simplification.after_algsimp.before_dce.txt": HLO,
    "module_0001.jit_f.cpu_after_optimizations.txt": HLO,
    "module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt": (
        "BufferAssignment:\nallocation 0: size 16:\n value: <2 add.1 @0> (size=16,offset=0): f32[4]{0}\n"
    ),
    "module_0001.jit_f.cpu_after_optimizations-live-range.txt": "  BufferLiveRange:\n    gone{}:0-2\n",
}


@pytest.fixture
def work(tmp_path: Path) -> Work:
    journal = Journal(tmp_path / "spool")
    selection = selection_for("jit")
    unit = journal.unit("jit-0-f", name="f", kind="jitted", selection=selection)
    handover = Handover(tmp_path / "lowered")
    return Work(journal, "cpu", handover, unit, unit, "f", selection, None, None, None, 1, {"kind": "jitted"})


@pytest.fixture
def records(work: Work) -> Callable[[str], list[dict[str, object]]]:
    """The records of a type that were written so far."""

    def read(kind: str) -> list[dict[str, object]]:
        lines = (work.journal.folder / "journal-0.jsonl").read_text().splitlines()
        return [record for record in map(json.loads, lines) if record["type"] == kind]

    return read


def keep(work: Work, dumped: dict[str, str]) -> None:
    hlo = work.journal.artifact(
        work.unit, "hlo-optimized", stage="xla", kind="hlo", title="HLO", content=HLO, how="Told by XLA"
    )
    content = {name: text.encode() for name, text in dumped.items()}
    keep_reports(work, content, PROVEN, hlo, read_hlo(HLO))


def text_of(work: Work, record: dict[str, object]) -> str:
    return (work.journal.folder / "blobs" / str(record["sha256"])).read_text()


def test_what_was_written_down_is_kept_and_what_was_not_is_missing(
    work: Work, records: Callable[[str], list[dict[str, object]]]
) -> None:
    keep(work, DUMPED)

    kept = {str(record["id"]).rpartition("/")[2]: record for record in records("artifact")}
    assert set(kept) == {"hlo-optimized", "hlo-before", "passes", "buffer-assignment", "live-ranges"}
    assert {record["origin"] for record in kept.values()} == {"executed"}
    assert {record["stage"] for record in kept.values()} == {"xla"}
    assert "### 1. simplification: algsimp  (-1 +1 lines)" in text_of(work, kept["passes"])
    assert 'backend_config={"a":[],"b":[]}' in text_of(work, kept["hlo-before"])
    assert [record["what"] for record in records("missing")] == ["Memory"]


def test_the_optimised_hlo_leads_to_its_values(work: Work, records: Callable[[str], list[dict[str, object]]]) -> None:
    keep(work, DUMPED)

    (found,) = records("map")
    assert (found["start"], found["end"]) == ("jit-0-f/hlo-optimized", "jit-0-f/buffer-assignment")
    assert found["edges"] == {"from": [5], "to": [3], "kind": "e"}


def test_without_any_dump_all_is_missing(work: Work, records: Callable[[str], list[dict[str, object]]]) -> None:
    keep(work, {})

    assert len(records("missing")) == 4
    assert len(records("artifact")) == 1


def test_costs_are_figures_without_those_of_single_operands(
    work: Work, records: Callable[[str], list[dict[str, object]]]
) -> None:
    file = work.handover.folder / RAN_COSTS
    file.parent.mkdir(parents=True)
    file.write_text(
        json.dumps(
            {
                "cost": {"flops": 128.0, "bytes accessed": 40.5, "bytes accessed0{}": 16.0},
                "memory": {"temp_size_in_bytes": 64},
            }
        )
    )

    keep_costs(work)

    (kept,) = records("artifact")
    assert text_of(work, kept) == (
        "cost:\n  bytes accessed  40.5\n  flops           128\nmemory:\n  temp_size_in_bytes  64\n"
    )


def test_without_costs_nothing_is_kept(work: Work, records: Callable[[str], list[dict[str, object]]]) -> None:
    keep_costs(work)

    assert not records("artifact")
