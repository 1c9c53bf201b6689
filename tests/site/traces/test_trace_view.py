"""What the viewer is told of a trace."""

import json
import re
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.dataset.load import Dataset
from chipward.model.trace import Ending, Outcome
from chipward.site.traces.exhibit import exhibits
from chipward.site.traces.index import trace_view
from chipward.site.traces.naming import ended, heading_of, source_name
from chipward.site.traces.view import Status, StopView, TraceView
from made_up_trace import SELECTION, write_large_trace

VIEW_TS = Path(__file__).parents[3] / "web" / "src" / "lib" / "trace-view.ts"


def stops(view: TraceView, place: int = 0) -> dict[str, StopView]:
    return {stop.id: stop for band in view.rails[place].bands for stop in band.stops}


def test_the_rail_is_the_path_of_the_explainer_in_its_strata(view: TraceView) -> None:
    (rail,) = view.rails
    assert (rail.framework, rail.title, rail.target) == ("PyTorch", "torch.compile · CPU", "cpu")
    assert rail.href == "/explainers/pytorch/compile/cpu/"
    assert [(band.heading, [stop.name for stop in band.stops]) for band in rail.bands] == [
        ("Your code", ["Your Python code"]),
        ("Framework", ["PyTorch API"]),
        ("Graph & IR", ["TorchDynamo", "AOTAutograd"]),
        ("Compiler", ["TorchInductor", "Generated C++"]),
        ("Kernels", ["ATen CPU kernels"]),
        (
            "Machine code",
            ["Shared object", "x86 machine code"] if "shared-object" in stops(view) else ["x86 machine code"],
        ),
        ("Chip", ["CPU"]),
    ]


def test_every_stage_says_how_it_was_evidenced(view: TraceView) -> None:
    told = {name: (stop.status, stop.count) for name, stop in stops(view).items()}
    assert told["python"] == (Status.SEEN, "12 Python lines")
    assert told["dynamo"] == (Status.SEEN, "5 FX ops")
    assert told["cpp"] == (Status.SEEN, "2 kernels")
    assert told["inductor"] == (Status.SEEN, "2 texts")
    assert told["cpu-kernels"] == (Status.NOT_SEEN, None)


def test_what_was_not_seen_says_why(view: TraceView) -> None:
    assert stops(view)["cpu-kernels"].why == "Machine code of addmm: The library that ran it was not sampled."
    assert stops(view)["pytorch"].why == "The trace holds nothing of this stage, and no reason."


def test_what_the_documents_do_not_name_is_marked_and_stands_in_the_stratum_of_its_kind(view: TraceView) -> None:
    machine_code = next(band for band in view.rails[0].bands if band.layer == "machine-code")
    assert [(stop.name, stop.documented, stop.count) for stop in machine_code.stops] == [
        ("x86 machine code", False, "2 kernels")
    ]


@pytest.mark.parametrize(
    ("how", "status", "words"),
    [
        ({"origin": "compiled"}, Status.NOT_RUN, "Compiled here, not run."),
        ({"origin": "dry-run"}, Status.NOT_RUN, "computes nothing"),
        ({"origin": "shipped"}, Status.NOT_RUN, "brought along"),
        ({"cached": True}, Status.CACHED, "A cache answered"),
    ],
)
def test_what_did_not_run_here_is_not_called_seen(
    documents: Dataset,
    tmp_path: Path,
    how: dict[str, object],
    status: Status,
    words: str,
) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("graph", name="graph", kind="graph", selection=SELECTION)
    facts = {"stage": "dynamo", "kind": "fx-graph", "title": "x", "content": "x = 1\n", "how": "By hand"}
    journal.artifact("graph", "fx", **facts, **how)
    pack(tmp_path / "spool", tmp_path / "x.chipward")
    view = trace_view(exhibits([tmp_path / "x.chipward"])[0], documents, lambda url: url)
    stop = stops(view)["dynamo"]
    assert stop.status is status
    assert words in f"{view.rails[0].standing} {stop.why}"


def test_where_a_part_of_a_path_did_not_run_its_stage_says_so(documents: Dataset, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("graph", name="graph", kind="graph", selection=SELECTION)
    facts = {"title": "x", "content": "x = 1\n", "how": "By hand"}
    journal.artifact("graph", "fx", stage="dynamo", kind="fx-graph", **facts)
    journal.artifact("graph", "cpp", stage="cpp", kind="cpp-kernel", origin="compiled", **facts)
    pack(tmp_path / "spool", tmp_path / "x.chipward")
    view = trace_view(exhibits([tmp_path / "x.chipward"])[0], documents, lambda url: url)
    assert view.rails[0].standing is None
    assert stops(view)["cpp"].why == "Compiled here, not run."


def test_a_path_that_this_data_does_not_know_has_a_rail_all_the_same(documents: Dataset, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    unknown = {"explainer": "how-abacus-runs", "choices": {"beads": "ten"}, "target": "wood"}
    journal.unit("row", name="row", kind="graph", selection=unknown)
    journal.artifact("row", "fx", stage="push", kind="fx-graph", title="x", content="x = 1\n", how="By hand")
    pack(tmp_path / "spool", tmp_path / "x.chipward")
    (rail,) = trace_view(exhibits([tmp_path / "x.chipward"])[0], documents, lambda url: url).rails
    assert (rail.framework, rail.title, rail.href) == ("how-abacus-runs", "ten", None)
    assert [[stop.name for stop in band.stops] for band in rail.bands] == [["FX graph"]]


def test_units_come_as_a_tree_with_their_kernels(view: TraceView) -> None:
    assert [(unit.name, unit.depth, unit.kernels) for unit in view.units] == [
        ("Program", 0, 0),
        ("MLP.forward", 0, 2),
        ("MLP.forward, inference", 1, 2),
        ("cpp_fused_relu_0", 2, 0),
        ("cpp_fused_add_sin_1", 2, 0),
    ]


def test_equal_units_are_folded_and_counted(documents: Dataset, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("graph", name="graph", kind="graph", selection=SELECTION)
    for number in range(32):
        name = f"layer-{number}"
        journal.unit(name, name=name, kind="kernel", parent="graph")
        journal.artifact(name, "cpp", stage="cpp", kind="cpp-kernel", title="k", content="int k;\n", how="By hand")
    journal.unit("odd", name="odd", kind="kernel", parent="graph")
    journal.artifact("odd", "cpp", stage="cpp", kind="cpp-kernel", title="k", content="int odd;\n", how="By hand")
    journal.seen("odd", 3)
    pack(tmp_path / "spool", tmp_path / "x.chipward")
    view = trace_view(exhibits([tmp_path / "x.chipward"])[0], documents, lambda url: url)
    listed = {unit.id: unit.times for unit in view.units if unit.folded_into is None}
    assert listed == {"graph": 1, "layer-0": 32, "odd": 3}
    assert [unit.folded_into for unit in view.units if unit.id == "layer-31"] == ["layer-0"]


def test_it_begins_with_one_line_of_descent(view: TraceView) -> None:
    assert view.start == ("program/mlp.py", "graph-0-0/post-grad", "kernel-0/cpp", "kernel-0/asm")


def test_texts_come_from_the_users_code_down(view: TraceView) -> None:
    order = [artifact.id for artifact in view.artifacts if artifact.unit in {"program", "frame-0-0", "kernel-0"}]
    assert order == ["program/mlp.py", "frame-0-0/fx", "kernel-0/cpp", "kernel-0/so", "kernel-0/asm"]


def test_an_artifact_brings_its_command_and_its_addresses(view: TraceView) -> None:
    so = next(artifact for artifact in view.artifacts if artifact.id == "kernel-0/so")
    assert so.shell == "g++ -O3 -shared -march=native kernel.cpp -o kernel.so"
    assert (so.lines, so.made_from) == (None, "kernel-0/cpp")
    assert (so.page, so.raw) == ("/traces/mlp/kernel-0/so/", "/traces/mlp/raw/kernel-0/so.so")
    assert so.filename == "kernel-0-so.so"


def test_maps_tell_their_coverage_and_their_losses(view: TraceView) -> None:
    entry = next(entry for entry in view.maps if entry.start == "kernel-0/cpp")
    assert (entry.end, entry.end_mapped, entry.end_lines) == ("kernel-0/asm", 9, 11)
    assert dict(entry.kinds) == {"exact": 6, "inlined": 3}
    assert [(loss.lines, loss.why) for loss in entry.losses] == [(2, "prologue and epilogue")]


def test_a_finding_leads_to_its_line_and_to_its_evidence(view: TraceView) -> None:
    (finding,) = view.findings
    assert finding.heading == "Extern call"
    assert finding.place is not None
    assert finding.evidence is not None
    assert (finding.place.artifact, finding.place.line) == ("program/mlp.py", 9)
    assert (finding.evidence.artifact, finding.evidence.line) == ("graph-0-0/wrapper", 4)


def test_a_long_text_is_not_read_to_be_counted(
    documents: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (exhibit,) = exhibits([write_large_trace(tmp_path / "large.chipward", 40_000)])
    monkeypatch.setattr(exhibit.bundle, "raw", lambda name: pytest.fail(f"{name} was read"))
    view = trace_view(exhibit, documents, lambda url: url)
    assert stops(view)["aotautograd"].count == "40,000 lines"


def test_the_web_side_knows_every_field_by_the_same_name(view: TraceView) -> None:
    spelled = view.model_dump(mode="json", by_alias=True)
    for name, value in (
        ("TraceView", spelled),
        ("ArtifactView", spelled["artifacts"][0]),
        ("UnitView", spelled["units"][0]),
        ("MapView", spelled["maps"][0]),
    ):
        body = re.search(rf"interface {name} \{{(.*?)\n\}}", VIEW_TS.read_text(encoding="utf-8"), re.DOTALL)
        assert body is not None
        fields = set(re.findall(r"readonly (\w+)\??:", body[1]))
        assert fields
        assert fields <= value.keys(), name


def test_the_index_is_json_without_surprises(view: TraceView) -> None:
    assert json.loads(view.model_dump_json(by_alias=True))["start"] == list(view.start)


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(ending=Ending.FINISHED, exit_code=0), None),
        (Outcome(ending=Ending.EXITED, exit_code=3), "The program ended with exit code 3."),
        (Outcome(ending=Ending.KILLED, signal="SIGKILL"), "The program was ended by SIGKILL."),
        (Outcome(ending=Ending.FINISHED, note="The disk was full."), "The disk was full."),
        (Outcome(ending=Ending.UNKNOWN), "The recording stops without a word: what came after is not here."),
    ],
)
def test_an_end_that_is_not_plain_is_told_in_a_sentence(outcome: Outcome, sentence: str | None) -> None:
    assert ended(outcome) == sentence


@pytest.mark.parametrize(
    ("path", "directory", "name"),
    [
        ("/somewhere/project/models/net.py", "/somewhere/project", "models/net.py"),
        ("/elsewhere/lib/torch/nn/linear.py", "/somewhere/project", "nn/linear.py"),
        ("net.py", "/somewhere/project", "net.py"),
        ("C:\\project\\net.py", "C:\\project", "net.py"),
        ("<stdin>", "/somewhere", "<stdin>"),
    ],
)
def test_a_source_is_called_by_its_path_from_where_the_program_ran(path: str, directory: str, name: str) -> None:
    assert source_name(path, directory) == name


def test_the_kind_of_a_finding_is_spelled_as_a_heading() -> None:
    assert [heading_of(kind) for kind in ("graph-break", "aten-call", "onednn")] == [
        "Graph break",
        "ATen call",
        "oneDNN",
    ]
