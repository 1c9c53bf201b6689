"""From a line of Python down to the instructions that ran for it, as far as the replay can tell."""

import re
from pathlib import Path

import pytest
from eager_runs import placed

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow


def test_what_took_itself_apart_is_visible_above_its_parts(bundle: Bundle) -> None:
    blocks = bundle.text("eager/dispatch").split("\n\n")
    block = next(
        block for block in blocks if block.startswith("# aten::addmm(") and "no grad" not in block.split("\n")[0]
    )
    rows = [row.split(None, 2) for row in block.split("\n")[1:] if row]
    assert [(operator, key) for operator, key, _ in rows][:3] == [
        ("aten::linear", "AutogradCPU"),
        ("aten::addmm", "AutogradCPU"),
        ("aten::addmm", "CPU"),
    ]
    registered = [what for _, _, what in rows]
    assert re.match(
        r"registered at build/aten/src/ATen/RegisterCompositeImplicitAutograd_\d\.cpp:\d+ \[math", registered[0]
    )
    assert re.match(
        r"registered at torch/csrc/autograd/generated/VariableType_\d\.cpp:\d+ \[autograd kernel", registered[1]
    )
    assert re.match(r"registered at build/aten/src/ATen/RegisterCPU_\d\.cpp:\d+ \[kernel", registered[2])


def test_every_operator_leads_to_its_dispatch_keys(bundle: Bundle) -> None:
    for name in ("eager/ops", "eager/backward-ops"):
        entry = next(entry for entry in bundle.trace.maps if (entry.start, entry.end) == (name, "eager/dispatch"))
        calls = {line for line, row in enumerate(bundle.text(name).split("\n"), 1) if row.startswith("aten::")}
        assert bundle.line_map(entry.id).starts == calls
        keys = bundle.text("eager/dispatch").split("\n")
        for edge in bundle.line_map(entry.id):
            assert not keys[edge.end - 1].startswith("#")


def test_a_line_reaches_the_instructions_that_were_sampled(tmp_path: Path) -> None:
    place = placed(tmp_path, "large.py")
    assert place.traced("large.py").returncode == 0
    with place.bundle() as bundle:
        reaches_what_was_sampled(bundle)


def reaches_what_was_sampled(bundle: Bundle) -> None:
    graph = LineGraph(bundle.trace, bundle.line_map)
    listings = [artifact.id for artifact in bundle.trace.artifacts if artifact.kind == "asm-x86"]
    assert listings
    source = bundle.text("program/large.py").split("\n")
    reached = set()
    for line in range(1, len(source) + 1):
        for artifact, found in graph.became("program/large.py", line).items():
            if artifact in listings and found.strong:
                rows = bundle.text(artifact).split("\n")
                assert all(re.search(r"; \d[\d,]* samples?$", rows[number - 1]) for number in found.lines)
                reached.add(artifact)
    assert reached == set(listings)


def test_the_lines_behind_instructions_of_libraries_are_said_to_be_unknown(bundle: Bundle) -> None:
    (gone,) = [gone for gone in bundle.trace.missing if gone.what.startswith("The lines of C++")]
    assert gone.always
    assert gone.stage == "cpu-kernels"


def test_what_was_too_short_to_sample_is_said_to_be_missing(bundle: Bundle) -> None:
    gone = [gone for gone in bundle.trace.missing if gone.what.startswith("What ran below")]
    assert any("aten::detach" not in gone.what and "so little time" in gone.why for gone in gone)
    assert all(gone.stage == "cpu-kernels" for gone in gone)


def test_no_path_of_this_machine_stands_in_a_text(bundle: Bundle) -> None:
    for artifact in bundle.trace.artifacts:
        if artifact.unit != "program":
            assert not re.search(r"/(?:root|home|tmp|usr|work)/", bundle.text(artifact.id)), artifact.id
