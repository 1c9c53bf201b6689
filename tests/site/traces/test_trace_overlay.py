"""What an explainer's stage links to in a trace is what the link says: a text of that stage, at a line that exists."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from html_page import read_page

from chipward.dataset.load import Dataset, data_folder
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.layer import Layer
from chipward.model.lines import EdgeKind
from chipward.model.route import stages_on
from chipward.model.trace import Program, ProgramFile, ProgramKind
from chipward.site.address import path_url
from chipward.site.gather import gather_site
from chipward.site.publication import Publication
from chipward.site.traces.entry import entry_file
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.gallery import gallery_files
from chipward.site.traces.on_path import OnPath
from chipward.site.traces.overlay import Sighting, sightings
from chipward.site.traces.rail import courses

GALLERY = gallery_files()


def told_of(exhibit: Exhibit, documents: Dataset) -> Iterator[tuple[Sighting, tuple[Artifact, ...]]]:
    """Every link to a trace, with all the texts of the stage that it stands at."""
    on_path = OnPath(exhibit.trace)
    course_of = {course.label: course for course in courses(exhibit.trace, documents) if course.path}
    for stages in sightings([exhibit], documents).values():
        for stage, links in stages.items():
            for link in links:
                course = course_of[link.route]
                mine = (one for one in exhibit.texts if one.lines and on_path.has(one, course.place))
                yield link, tuple(one for one in mine if course.stage_of(one) == stage)


def opened(link: Sighting) -> tuple[list[str], tuple[str, int] | None]:
    panes, _, at = link.url.partition("#open=")[2].partition("&at=")
    file, _, line = at.rpartition(":")
    return panes.split(","), (file, int(line)) if at else None


def finely_reached(exhibit: Exhibit, source: Artifact) -> set[ArtifactId]:
    return {
        text
        for line in range(1, (source.lines or 0) + 1)
        for text, reached in exhibit.graph.became(source.id, line).items()
        if reached.strong and set(reached.kinds) != {EdgeKind.UNIT}
    }


@pytest.fixture(scope="module", params=GALLERY, ids=lambda path: path.stem)
def exhibit(request: pytest.FixtureRequest) -> Exhibit:
    path: Path = request.param
    return exhibits([path])[0]


def test_a_link_opens_a_text_of_its_stage_at_a_line_that_became_it(exhibit: Exhibit, documents: Dataset) -> None:
    told = list(told_of(exhibit, documents))
    assert told
    for link, texts in told:
        panes, at = opened(link)
        by_id = {str(one.id): one for one in texts}
        assert panes[-1] in by_id, link
        if any(one.kind != "build-command" for one in texts):
            assert by_id[panes[-1]].kind != "build-command", link
        if at is None:
            assert ", line" not in link.words
            continue
        source = exhibit.artifact[ArtifactId(at[0])]
        assert panes == [source.id, panes[-1]]
        assert f"{source.title.rpartition('/')[2]}, line {at[1]}" in link.words
        assert 1 <= at[1] <= (source.lines or 0), link
        reached = exhibit.graph.became(source.id, at[1])[ArtifactId(panes[-1])]
        assert reached.strong, link


def test_a_library_or_no_line_is_named_only_where_no_text_came_from_the_entry(
    exhibit: Exhibit, documents: Dataset
) -> None:
    entry = entry_file(exhibit.trace.program)
    assert entry is not None
    came_of_it = finely_reached(exhibit, exhibit.artifact[entry])
    for link, texts in told_of(exhibit, documents):
        panes, at = opened(link)
        if panes != [entry] and (at is None or at[0] != entry):
            assert not came_of_it & {one.id for one in texts}, link


def test_the_program_as_it_was_run_is_its_own_file(exhibit: Exhibit, documents: Dataset) -> None:
    links = [link for link, _ in told_of(exhibit, documents) if link.words.endswith(", as it was run")]
    assert links
    for link in links:
        assert link.words.startswith(exhibit.trace.program.entry)
        assert opened(link) == ([entry_file(exhibit.trace.program)], None)


def test_every_stage_of_every_path_of_jax_opens_a_trace(documents: Dataset) -> None:
    (explainer,) = [one for one in documents.explainers if one.id == "how-jax-runs"]
    seen = sightings(exhibits(GALLERY), documents)[explainer.id]
    opens = {(link.address, stage) for stage, links in seen.items() for link in links}
    assert {(path.address, stage.id) for path in explainer.paths for stage in stages_on(explainer, path)} == opens


def test_what_was_seen_on_the_path_that_is_read_stands_first(documents: Dataset) -> None:
    publication = Publication(gather_site(data_folder(), traces=GALLERY))
    (explainer,) = [one for one in documents.explainers if one.id == "how-jax-runs"]
    for path in explainer.paths:
        read = read_page(publication.read(path_url(explainer, path)).decode())
        rows: dict[str, list[str]] = defaultdict(list)
        stage = ""
        for one in read.elements:
            stage = one.attributes.get("id", "") if one.tag == "article" else stage
            if "data-route" in one.attributes:
                rows[stage].append(one.attributes["data-route"])
        for place in stages_on(explainer, path):
            ours = rows[place.id].count(path.address)
            assert ours
            assert rows[place.id][:ours] == [path.address] * ours


def test_a_panel_shows_three_rows_and_folds_the_rest(documents: Dataset) -> None:
    site = gather_site(data_folder(), traces=GALLERY)
    read = read_page(Publication(site).read("/explainers/pytorch/eager/cpu/").decode())
    assert read.faults == []
    rows = [" ".join(one.text.split()) for one in read.all("ul") if one.attributes.get("class") == "sightings"]
    folded = [" ".join(one.text.split()) for one in read.all("details") if "more-sightings" in one.attributes["class"]]
    shown = [row for row in rows if not any(row in more for more in folded)]
    assert shown
    assert all(row.count(" · ") <= 3 for row in shown)  # each row names its path: Eager · CPU
    stages = sightings(exhibits(GALLERY), documents)["how-pytorch-runs"]  # type: ignore[index]  # ids are strings
    assert len(folded) == len([links for links in stages.values() if len(links) > 3])
    links = [one.attributes["href"] for one in read.all("a") if "/traces/" in one.attributes.get("href", "")]
    for told in stages.values():
        for link in told:
            assert any(href.endswith(link.url.partition("#")[2]) for href in links), link
    source = next(stage.id for stage in documents.explainers[0].stages if stage.layer is Layer.YOUR_CODE)
    assert f"and {len(stages[source]) - 3} more" in " ".join(folded)


def program(kind: ProgramKind, entry: str, *paths: str) -> Program:
    files = tuple(ProgramFile(path=path, artifact=ArtifactId(f"program/{n}")) for n, path in enumerate(paths))
    return Program(kind=kind, entry=entry, directory="/project", files=files)


@pytest.mark.parametrize(
    ("kind", "entry", "paths", "found"),
    [
        (ProgramKind.SCRIPT, "train.py", ["/library/train.py", "/project/train.py", "/project/a/train.py"], 1),
        (ProgramKind.SCRIPT, "./bin/train.py", ["/project/train.py", "/project/bin/train.py"], 1),
        (ProgramKind.SCRIPT, "train.py", ["/project/pretrain.py"], None),
        (ProgramKind.SCRIPT, "app", ["/project/app/net.py", "/project/app/__main__.py"], 1),
        (ProgramKind.MODULE, "pack.train", ["/project/pack/net.py", "/project/pack/train.py"], 1),
        (ProgramKind.MODULE, "pack", ["/project/pack/net.py", "/project/pack/__main__.py"], 1),
        (ProgramKind.BLOCK, "/project/net.py:12", ["/project/a.py", "/project/net.py"], 1),
        (ProgramKind.BLOCK, "pack.net.Net.forward", ["/project/a.py", "/project/pack/net.py"], 1),
    ],
)
def test_the_entry_is_the_file_that_was_started(
    kind: ProgramKind, entry: str, paths: list[str], found: int | None
) -> None:
    assert entry_file(program(kind, entry, *paths)) == (None if found is None else f"program/{found}")
