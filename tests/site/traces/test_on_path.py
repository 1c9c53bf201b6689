"""A text that was made once for several chips lies on the path of each of them, and on no other path."""

from collections.abc import Mapping

import pytest

from chipward.bundle.journal import Journal
from chipward.dataset.load import Dataset
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.index import trace_view
from chipward.site.traces.on_path import OnPath
from chipward.site.traces.overlay import sightings
from chipward.site.traces.view import Status
from made_up_trace import edges_of, packed


def selection(mode: str, device: str, target: str) -> Mapping[str, object]:
    return {"explainer": "how-jax-runs", "choices": {"mode": mode, "device": device}, "target": target}


HERE, THERE = selection("jit", "cpu", "cpu"), selection("jit", "nvidia-gpu", "cuda:h100")
EAGER = selection("no-jit", "cpu", "cpu")


def tell(journal: Journal) -> None:
    journal.program(kind="script", entry="f.py", arguments=[], directory="project")
    for unit, path in (("jit-0-f", HERE), ("cuda-h100-jit-0-f", THERE), ("dispatches", EAGER)):
        journal.unit(unit, name="f", kind="jitted", selection=path)

    def keep(unit: str, name: str, stage: str, kind: str, origin: str = "executed") -> str:
        return journal.artifact(
            unit, name, stage=stage, kind=kind, title=name, content="a\nb\n", how="By hand", origin=origin, text=True
        )

    record = keep("jit-0-f", "tracing", "tracing", "jax-tracing")
    jaxpr = keep("jit-0-f", "jaxpr", "jaxpr", "jaxpr")
    own = keep("jit-0-f", "hlo", "xla", "hlo")
    other = keep("cuda-h100-jit-0-f", "hlo", "xla", "hlo", "compiled")
    eager = keep("dispatches", "dispatches", "jax-api", "dispatches")
    for start, end in ((record, jaxpr), (jaxpr, own), (jaxpr, other), (eager, jaxpr)):
        journal.map(start, end, edges_of(exact="1-1"), method="By hand")


@pytest.fixture(scope="module")
def exhibit(tmp_path_factory: pytest.TempPathFactory) -> Exhibit:
    return exhibits([packed(tell, tmp_path_factory.mktemp("shared") / "f.chipward")])[0]


def test_texts_before_the_parting_of_ways_lie_on_both(exhibit: Exhibit) -> None:
    on_path = OnPath(exhibit.trace)
    place = {selection.target + selection.choices["mode"]: at for at, selection in enumerate(exhibit.trace.selections)}

    def on(name: str) -> set[str]:
        return {str(one.id) for one in exhibit.texts if on_path.has(one, place[name])}

    assert on("cpujit") == {"jit-0-f/tracing", "jit-0-f/jaxpr", "jit-0-f/hlo"}
    assert on("cuda:h100jit") == {"jit-0-f/tracing", "jit-0-f/jaxpr", "cuda-h100-jit-0-f/hlo"}
    assert on("cpuno-jit") == {"dispatches/dispatches"}  # another way to the same text, not another chip


def test_a_shared_text_is_seen_and_the_path_still_says_that_it_did_not_run(
    exhibit: Exhibit, documents: Dataset
) -> None:
    view = trace_view(exhibit, documents, lambda url: url)
    (rail,) = [rail for rail in view.rails if rail.target == "cuda:h100"]
    told = {stop.id: stop.status for band in rail.bands for stop in band.stops}

    assert rail.standing == "Compiled here, not run."
    assert (told["jaxpr"], told["xla"], told["ptx"]) == (Status.SEEN, Status.NOT_RUN, Status.NOT_SEEN)


def test_the_explainer_links_to_it_from_each_path(exhibit: Exhibit, documents: Dataset) -> None:
    stages = sightings([exhibit], documents)["how-jax-runs"]  # type: ignore[index]  # ids are strings

    assert {link.address for link in stages["tracing"]} == {"jit/cpu", "jit/nvidia-gpu"}  # type: ignore[index]  # likewise
