"""A trace of what ran and of what was compiled beside it: each target is told apart, and any two can be compared."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from html_page import read_page

from chipward.artifacts.line_graph import Relation
from chipward.dataset.load import Dataset, data_folder
from chipward.model.artifact import ArtifactId, Origin
from chipward.site.gather import gather_site
from chipward.site.publication import Publication
from chipward.site.trace_cards import trace_cards
from chipward.site.traces.abreast import abreast, code_by_line, fitting
from chipward.site.traces.entry import entry_file
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.grouped import caveats, groups, told_findings, told_missing
from chipward.site.traces.index import trace_view
from chipward.site.traces.overlay import absences, sightings
from chipward.site.traces.places import short_name
from chipward.site.traces.rail import courses, ways_of
from chipward.site.traces.view import Status, TraceView
from made_up_targets import NOT_RUN, UNTIMED, write_targets_trace
from made_up_trace import write_trace

CPU, H100, MI300X = "kernel-0/asm", "cuda-h100-kernel-0-c0/sass", "rocm-mi300x-kernel-0/amdgcn"
BETWEEN = ("graph-0-0/post-grad", "kernel-0/cpp")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_targets_trace(tmp_path_factory.mktemp("targets") / "mlp.chipward")


@pytest.fixture(scope="module")
def exhibit(bundle: Path) -> Exhibit:
    return exhibits([bundle])[0]


@pytest.fixture(scope="module")
def view(exhibit: Exhibit, documents: Dataset) -> TraceView:
    return trace_view(exhibit, documents, lambda url: url)


@pytest.fixture(scope="module")
def publication(bundle: Path) -> Publication:
    return Publication(gather_site(data_folder(), base_url="http://127.0.0.1:8421", index_file="", traces=[bundle]))


def stops(view: TraceView, place: int) -> Iterator[tuple[str, Status, str | None]]:
    return ((stop.name, stop.status, stop.count) for band in view.rails[place].bands for stop in band.stops)


def test_each_path_says_what_it_is_for_and_that_it_did_not_run(view: TraceView) -> None:
    assert [(rail.label, rail.standing) for rail in view.rails] == [
        ("torch.compile · CPU", None),
        ("torch.compile · NVIDIA GPU, cuda:h100", "Compiled here, not run."),
        ("torch.compile, rocm:mi300x", "Compiled here, not run."),
    ]
    assert view.subtitle.startswith("torch.compile · CPU, also for cuda:h100 and rocm:mi300x · torch")


def test_a_gpu_of_this_machine_that_ran_code_is_no_further_target(exhibit: Exhibit, documents: Dataset) -> None:
    trace, there = exhibit.trace, H100.partition("/")[0]
    assert there.startswith("cuda-h100-")
    ran = tuple(
        one.model_copy(update={"origin": Origin.EXECUTED}) if one.unit == there else one for one in trace.artifacts
    )
    trace = trace.model_copy(update={"artifacts": ran})
    assert ways_of(trace, courses(trace, documents)) == (
        "torch.compile · CPU",
        "torch.compile · NVIDIA GPU",
        "also for rocm:mi300x",
    )


def test_a_documented_path_has_its_stages_and_says_why_one_was_not_seen(view: TraceView) -> None:
    told = {name: (status, count) for name, status, count in stops(view, 1)}
    assert told["Triton kernel"] == (Status.NOT_RUN, "8 Triton lines")
    assert told["PTX"] == (Status.NOT_RUN, "2 candidates")
    assert told["cubin"] == (Status.NOT_RUN, "2 kernels")
    assert told["LLVM IR"] == (Status.NOT_SEEN, None)
    assert view.rails[1].note is None
    whys = {stop.id: stop.why for band in view.rails[1].bands for stop in band.stops}
    assert whys["nvidia-gpu"] == "What the GPU does: Nothing was run."
    assert whys["ptx"] is None  # the path says once that it was not run


def test_of_a_chip_that_the_explainer_does_not_document_the_kinds_tell_the_layers(view: TraceView) -> None:
    assert view.rails[2].note == ("The explainer documents no AMD GPU: each text stands in the layer of its kind.")
    assert view.rails[2].href is None
    assert [(band.heading, [stop.name for stop in band.stops]) for band in view.rails[2].bands] == [
        ("Your code", ["Python"]),
        ("Graph & IR", ["ATen graph"]),
        ("Machine code", ["AMDGCN"]),
    ]


def test_units_are_grouped_by_path_and_count_their_own_kernels(view: TraceView) -> None:
    told = {
        group.label: [(row.unit.depth, row.unit.kind, len(row.candidates)) for row in group.units]
        for group in groups(view)
    }
    assert told["torch.compile · NVIDIA GPU, cuda:h100"] == [
        (0, "frame", 0),
        (1, "graph", 0),
        (2, "kernel", 2),
        (2, "kernel", 0),
    ]
    assert [group.count for group in groups(view)] == [5, 6, 3]
    kernels = {unit.id: unit.kernels for unit in view.units}
    assert (kernels["frame-0-0"], kernels["cuda-h100-frame-0-0"], kernels["rocm-mi300x-frame-0-0"]) == (2, 2, 1)


def test_candidates_are_told_by_their_launch_and_by_what_they_take(view: TraceView, exhibit: Exhibit) -> None:
    told = {unit.name: unit.takes for unit in view.units if unit.kind == "candidate"}
    assert told == {
        "XBLOCK 256, 4 warps, 1 stage": "16 registers, 0 bytes of shared memory",
        "XBLOCK 128, 4 warps, 1 stage": "18 registers, 0 bytes of shared memory",
    }
    sass = next(artifact for artifact in exhibit.texts if artifact.id == H100)
    name = "SASS, XBLOCK 256, 4 warps, 1 stage · triton_poi_fused_relu_0, for cuda:h100"
    assert short_name(exhibit, sass) == name


def test_targets_with_equal_texts_are_not_folded_into_one(view: TraceView) -> None:
    assert all(unit.folded_into is None for unit in view.units if unit.kind in {"frame", "graph"})


def test_the_viewer_begins_with_one_line_in_all_machine_codes(view: TraceView, exhibit: Exhibit) -> None:
    assert view.start == ("program/mlp.py", CPU, H100, MI300X)
    assert view.at is not None
    assert view.at.line == 9
    assert view.abreast is not None
    assert [(one.name, one.artifact) for one in view.abreast.choices[0]] == [
        ("x86 machine code for cpu", CPU),
        ("SASS for cuda:h100", H100),
        ("AMDGCN for rocm:mi300x", MI300X),
    ]
    told = abreast(exhibit)
    assert told is not None
    assert told.choices == (
        (CPU, H100, MI300X),
        (*BETWEEN, CPU, H100, MI300X),
        (CPU, H100),
        (CPU, MI300X),
        (H100, MI300X),
    )
    assert [one.name for one in view.abreast.choices[1][:2]] == ["ATen graph", "C++ kernel"]


def test_of_more_machine_codes_than_fit_beside_the_program_two_stand_first() -> None:
    four = [ArtifactId(name) for name in ("a/asm", "b/sass", "c/sass", "d/amdgcn")]
    assert fitting(four[:3]) == four[:3]
    assert fitting(four) == four[:2]


def test_of_several_candidates_the_first_stands_beside_a_line(exhibit: Exhibit) -> None:
    told = code_by_line(exhibit)
    assert [(place, [piece.artifact for piece in pieces]) for place, pieces in told[9].items()] == [
        (0, [CPU]),
        (1, [H100]),
        (2, [MI300X]),
    ]
    assert told[11][1][0].artifact == "cuda-h100-kernel-1/sass"


def test_all_ways_to_machine_code_count_as_they_do_for_one_line() -> None:
    (softmax,) = exhibits([data_folder().parent / "examples/traces/softmax.chipward"])
    source = entry_file(softmax.trace.program)
    assert source is not None
    told = code_by_line(softmax)
    assert {len(paths) for paths in told.values()} == {1, 4}
    for line, paths in told.items():
        became = softmax.graph.family(source, line).reached(Relation.BECAME)
        for piece in (piece for pieces in paths.values() for piece in pieces if not piece.whole):
            assert piece.lines == tuple(became[piece.artifact].lines)


def test_a_trace_for_one_target_offers_nothing_to_compare(tmp_path: Path, documents: Dataset) -> None:
    (exhibit,) = exhibits([write_trace(tmp_path / "mlp.chipward")])
    assert abreast(exhibit) is None
    assert trace_view(exhibit, documents, lambda url: url).abreast is None


def test_a_finding_for_several_units_is_told_once_and_caveats_come_last(view: TraceView) -> None:
    told = told_findings(view)
    assert [one.finding.kind for one in told] == ["extern-call", "fidelity", "fidelity"]
    (not_run,) = [one for one in told if one.finding.text == NOT_RUN]
    assert not_run.about == ("MLP.forward, cuda:h100", "MLP.forward, rocm:mi300x")


def test_a_unit_has_the_caveats_of_those_around_it(view: TraceView) -> None:
    told = caveats(view)
    assert told["cuda-h100-kernel-0-c1"] == (UNTIMED, NOT_RUN)  # type: ignore[index]  # ids are strings
    assert told["cuda-h100-kernel-1"] == (NOT_RUN,)  # type: ignore[index]  # likewise
    assert "kernel-0" not in told


def test_what_was_not_seen_names_its_paths(view: TraceView) -> None:
    on = {one.missing.what: one.on for one in told_missing(view)}
    assert on["What the GPU does"] == ("torch.compile · NVIDIA GPU, cuda:h100",)


def test_the_page_offers_any_two_targets_and_says_what_did_not_run(publication: Publication) -> None:
    read = read_page(publication.read("/traces/mlp/").decode())
    assert read.faults == []
    offers = [one.attributes["data-abreast"] for one in read.all("a") if "data-abreast" in one.attributes]
    every = f"{CPU} {H100} {MI300X}"
    assert offers == [every, f"{' '.join(BETWEEN)} {every}", f"{CPU} {H100}", f"{CPU} {MI300X}", f"{H100} {MI300X}"]
    hrefs = {one.attributes["href"] for one in read.all("a") if "data-abreast" in one.attributes}
    assert hrefs == {"abreast/"}


def test_every_line_stands_beside_the_code_of_every_target(publication: Publication) -> None:
    read = read_page(publication.read("/traces/mlp/abreast/").decode())
    assert read.faults == []
    headings = [" ".join(one.text.split()) for one in read.all("h3")]
    assert headings[:3] == ["cpu ran here", "cuda:h100 compiled here, not run", "rocm:mi300x compiled here, not run"]
    text = " ".join(publication.read("/traces/mlp/abreast/").decode().split())
    assert "FMNMX.NAN" in text
    assert "v_max_f32_e32" in text
    assert "vmaxps" in text
    links = [one.attributes["href"] for one in read.all("a") if "#open=" in one.attributes.get("href", "")]
    assert links[0].endswith(f"#open=program/mlp.py,{CPU},{H100},{MI300X}&at=program/mlp.py:9")


def test_beside_a_line_stands_what_a_library_does_of_it(publication: Publication) -> None:
    read = read_page(publication.read("/traces/mlp/abreast/").decode())
    columns = [one for one in read.all("section") if one.attributes.get("aria-label") == "Line 9 for cpu"]
    (told,) = (" ".join(one.text.split()) for one in columns)
    assert told.endswith("A library does the rest: extern_kernels.addmm")
    assert [one.text for one in read.all("a") if one.attributes["href"] == "../graph-0-0/wrapper/#L4"] == [
        "extern_kernels.addmm"
    ]


def test_a_card_leads_to_every_line_for_every_target(bundle: Path) -> None:
    (card,) = trace_cards(gather_site(data_folder(), traces=[bundle]))
    assert card.abreast == "/traces/mlp/abreast/"
    assert "also for cuda:h100 and rocm:mi300x" in card.subtitle


def test_the_explainer_opens_the_trace_at_its_stages_and_says_why_at_others(
    exhibit: Exhibit, documents: Dataset
) -> None:
    seen = sightings([exhibit], documents)
    stages = seen["how-pytorch-runs"]  # type: ignore[index]  # ids are strings
    routes = {
        stage: {one.route for one in told if one.address == "compile/nvidia-gpu"} for stage, told in stages.items()
    }
    for stage in ("python", "aotautograd", "triton", "triton-ir", "ptx", "cubin"):
        assert routes[stage] == {"torch.compile · NVIDIA GPU, cuda:h100"}, stage  # type: ignore[index]  # likewise
    (why,) = absences([exhibit], documents, seen)["how-pytorch-runs"]["nvidia-gpu"]  # type: ignore[index]  # likewise
    assert (why.words, why.url) == ("What the GPU does: Nothing was run.", "/traces/mlp/#missing_")
