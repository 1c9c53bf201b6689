"""Each rule is silent about good data, and says what to do about bad data."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chipward.dataset import rules
from chipward.dataset.folder import Dataset
from chipward.dataset.load import load_dataset
from chipward.dataset.rules import RULES, check, in_order
from chipward.errors import Misuse
from chipward.model.citation import Citation
from chipward.model.ids import CitationId
from demo import Demo

JSON = dict[str, Any]


@pytest.fixture
def good(demo: Demo) -> Demo:
    """Data that was verified, and so breaks no rule."""
    demo.verify()
    return demo


def test_good_data_breaks_no_rule(good: Demo) -> None:
    assert check(good.load()) == ()


# What is done to the data, and what the rule then says of which place.
BROKEN: list[tuple[str, Callable[[JSON], object], str, str]] = [
    ("change-log", lambda data: data.update(version="1.1.0"), "changes", "says nothing of version 1.1.0"),
    (
        "change-log",
        lambda data: data["changes"].append({"version": "2.0.0", "date": "2026-01-03", "what": "More."}),
        "changes",
        "is out of order",
    ),
    (
        "change-log",
        lambda data: data["changes"].insert(0, {"version": "2.0.0", "date": "2026-01-03", "what": "More."}),
        "changes[0]",
        "tells of 2.0.0, but the file is 1.0.0",
    ),
    ("choices-covered", lambda data: data["paths"].pop(), "paths", "has no path for mode fast"),
    ("choices-covered", lambda data: data["paths"].reverse(), "paths", "is out of order"),
    (
        "choices-covered",
        lambda data: data["choices"].extend(data["choices"][0] | {"id": f"more-{number}"} for number in range(64)),
        "choices",
        "can be combined in more than 1,000 ways",
    ),
    (
        "choices-covered",
        lambda data: data["paths"].append(data["paths"][0]),
        "paths[2].selection",
        "is the same as another path's",
    ),
    (
        "choices-covered",
        lambda data: data["paths"][0]["selection"].update(mode="slow"),
        "paths[0].selection",
        "is not one option of each choice",
    ),
    (
        "citations-used",
        lambda data: data["citations"].append(
            {"id": "idle", "source": "guide", "exact": "It runs the graph", "lines": [4, 4]}
        ),
        "citations[7]",
        "idle carries no claim",
    ),
    (
        "claims-cited",
        lambda data: data["stages"][0]["citations"].append("turns-into-a-graph"),
        "stages[0].citations",
        "names turns-into-a-graph more than once",
    ),
    ("file-named-by-id", lambda data: data.update(id="how-demo-works"), "id", "name the file how-demo-works.json"),
    ("ids-lasting", lambda data: data["citations"].pop(), "retired", "does not name citations/compiler-in-c"),
    (
        "ids-lasting",
        lambda data: data.update(retired={"stages/a": "stages/b", "stages/b": "stages/a"}),
        "retired",
        "leads in a circle (stages/a → stages/b → stages/a)",
    ),
    (
        "ids-lasting",
        lambda data: data.update(retired={"stages/code": None}),
        "retired",
        "names stages/code, which is in use",
    ),
    (
        "ids-lasting",
        lambda data: data.update(retired={"stages/old": "stages/nowhere"}),
        "retired",
        "sends stages/old to stages/nowhere, which does not exist",
    ),
    ("ids-unique", lambda data: data["stages"].append(data["stages"][0]), "stages", "has 'code' more than once"),
    (
        "ids-unique",
        lambda data: data["choices"][0]["options"].append({"id": "plain", "name": "Plain again"}),
        "choices[0].options",
        "has 'plain' more than once",
    ),
    ("links", lambda data: data.update({"$schema": "explainer.json"}), "$schema", "write '../schema/explainer.json'"),
    (
        "links",
        lambda data: data["stages"][1]["citations"].append("turns-into-graph"),
        "stages[1].citations[1]",
        "did you mean 'turns-into-a-graph'?",
    ),
    ("links", lambda data: data["stages"][1]["atlas"].update(node="motor"), "stages[1].atlas.node", "atlas node"),
    (
        "links",
        lambda data: data["stages"][1]["written_in"]["nodes"].append("rust"),
        "stages[1].written_in.nodes[1]",
        "the atlas node 'rust', which does not exist",
    ),
    ("links", lambda data: data["steps"][0].update({"to": "motor"}), "steps[0].to", "the stage 'motor'"),
    ("links", lambda data: data["paths"][0]["steps"].append("chip--code"), "paths[0].steps[3]", "the step"),
    ("links", lambda data: data["citations"][0].update(source="web"), "citations[0].source", "the source 'web'"),
    (
        "lock-agrees",
        lambda data: data["citations"][0].update(exact="Engine turns your function"),
        "citations[0]",
        "has changed since it was verified",
    ),
    (
        "no-cycle",
        lambda data: (
            data["steps"].append(data["steps"][0] | {"from": "kernels", "to": "engine"}),
            data["paths"][0]["steps"].insert(2, "kernels--engine"),
        ),
        "paths[0].steps",
        "goes in a circle (engine → kernels → engine)",
    ),
    ("path-ends", lambda data: data["paths"][0]["steps"].pop(), "paths[0].steps", "ends at kernels"),
    ("path-ends", lambda data: data["paths"][0]["steps"].pop(0), "paths[0].steps", "starts at engine"),
    (
        "path-ends",
        lambda data: data["paths"][0]["steps"].append("compiler--chip"),
        "paths[0].steps",
        "let it start at one stage",
    ),
    (
        "path-ends",
        lambda data: (
            data["steps"].append(data["steps"][0] | {"from": "chip", "to": "compiler"}),
            data["paths"][0]["steps"].append("chip--compiler"),
        ),
        "paths[0].steps",
        "goes on from the chip chip",
    ),
    (
        "path-order",
        lambda data: data["paths"][0]["steps"].append(data["paths"][0]["steps"].pop(1)),
        "paths[0].steps[1]",
        "leaves kernels before any step has reached it",
    ),
    (
        "path-order",
        lambda data: data["paths"][0]["steps"].append("code--engine"),
        "paths[0].steps[3]",
        "tells code--engine a second time",
    ),
    (
        "sources-used",
        lambda data: data["sources"].append(data["sources"][0] | {"id": "idle"}),
        "sources[4]",
        "idle is never quoted",
    ),
    (
        "stages-reached",
        lambda data: data["stages"].append(data["stages"][3] | {"id": "island"}),
        "stages[5]",
        "island is on no path",
    ),
    (
        "stages-reached",
        lambda data: data["steps"].append(data["steps"][0] | {"from": "code", "to": "chip"}),
        "steps[5]",
        "code--chip is on no path",
    ),
    (
        "stages-reached",
        lambda data: data["paths"][0]["steps"].append("compiler--chip"),
        "paths[0].steps",
        "never reaches compiler from its start",
    ),
    ("text-clean", lambda data: data.update(title="Demo\x1b[31m"), "title", "the invisible character U+001B"),
    (
        "text-clean",
        lambda data: data["citations"][0].update(prefix="turned\u202earound"),
        "citations[0].prefix",
        "the invisible character U+202E",
    ),
    ("version-raised", lambda data: data.update(summary="Another."), "version", "raise the version"),
    (
        "version-raised",
        lambda data: data.update(version="0.9.0"),
        "version",
        "is 0.9.0, but 1.0.0 is out already",
    ),
]


@pytest.mark.parametrize(("rule", "alter", "place", "sentence"), BROKEN)
def test_a_broken_rule_says_where_and_what(
    good: Demo, rule: str, alter: Callable[[JSON], object], place: str, sentence: str
) -> None:
    good.change(alter)
    told = [problem for problem in check(good.load()) if problem.rule == rule]
    assert any(problem.place == place and sentence in problem.sentence for problem in told), told


def test_the_form_itself_asks_for_a_citation_and_the_rule_asks_again(good: Demo) -> None:
    dataset = good.load()
    stage = dataset.explainers[0].stages[0].model_copy(update={"citations": ()})
    [problem] = broken(dataset, "claims-cited", stages=(stage, *dataset.explainers[0].stages[1:]))
    assert (problem.place, problem.sentence[:8]) == ("stages[0].citations", "is empty")


def test_a_quote_that_is_too_long_is_refused_by_the_form_and_by_the_rule(good: Demo) -> None:
    dataset = good.load()
    long = Citation.model_construct(id=CitationId("long"), source="guide", exact="word " * 61)
    [problem] = broken(dataset, "quotes-short", citations=(long,))
    assert problem.sentence == "has 305 characters; quote 300 at most"


def broken(dataset: Dataset, rule: str, **changes: object) -> list[rules.Problem]:
    explainer = dataset.explainers[0].model_copy(update=changes)
    changed = Dataset((explainer,), dataset.atlas, dataset.lock)
    return [problem for problem in check(changed) if problem.rule == rule]


def test_two_explainers_may_not_share_a_slug(good: Demo) -> None:
    other = good.explainer | {"id": "how-other-runs"}
    (good.file.parent / "how-other-runs.json").write_text(json.dumps(other), encoding="utf-8")
    told = [str(problem) for problem in check(good.load()) if problem.rule == "ids-unique"]
    assert told == [
        f"explainers/{name}.json: slug: is 'demo' in another file too; give each its own"
        for name in ("how-demo-runs", "how-other-runs")
    ]


def test_the_atlas_must_hold_together_too(good: Demo) -> None:
    good.atlas["nodes"][0]["written_in"][0]["node"] = "fortran"
    good.write()
    places = [problem.place for problem in check(good.load()) if problem.rule == "links"]
    assert places == ["nodes[0].written_in[0].node"]


def test_a_retired_id_may_lead_to_another_retired_id(good: Demo) -> None:
    good.change(lambda data: data.update(retired={"stages/a": "stages/b", "stages/b": "stages/code"}))
    assert "ids-lasting" not in {problem.rule for problem in check(good.load())}


def test_a_raised_version_with_its_change_is_in_order_once_it_is_verified(good: Demo) -> None:
    news = {"version": "1.0.1", "date": "2026-01-04", "what": "Said better."}
    good.change(lambda data: (data.update(summary="Better.", version="1.0.1"), data["changes"].insert(0, news)))
    good.verify()
    assert check(good.load()) == ()
    assert sorted(good.recorded["files"]["how-demo-runs"]["versions"]) == ["1.0.0", "1.0.1"]


LOCKS: list[tuple[Callable[[JSON], object], str, str]] = [
    (lambda lock: lock["files"].pop("how-demo-runs"), "explainers/how-demo-runs.json", "run `chipward verify"),
    (
        lambda lock: lock["quotes"].pop("how-demo-runs/chip-starts-it"),
        "explainers/how-demo-runs.json",
        "was never verified; run `chipward verify how-demo-runs/chip-starts-it --packages DIR --sources DIR`",
    ),
    (
        lambda lock: lock["quotes"]["how-demo-runs/chip-starts-it"].update(verdict="edited"),
        "explainers/how-demo-runs.json",
        "is edited",
    ),
    (
        lambda lock: lock["quotes"]["how-demo-runs/chip-starts-it"].update(lines=[1, 1]),
        "explainers/how-demo-runs.json",
        "not at the place that it cites",
    ),
    (
        lambda lock: lock["quotes"].update({"how-demo-runs/gone": lock["quotes"]["lineage/kernels-in-c"]}),
        "evidence.lock.json",
        "has evidence for how-demo-runs/gone, which is gone",
    ),
    (
        lambda lock: lock["files"].update({"how-old-runs": lock["files"]["lineage"]}),
        "evidence.lock.json",
        "tells of how-old-runs, which is gone",
    ),
    (
        lambda lock: (
            lock["files"].update({"how-old-runs": lock["files"]["lineage"]}),
            lock["quotes"].update({"how-old-runs/gone": lock["quotes"]["lineage/kernels-in-c"]}),
        ),
        "evidence.lock.json",
        "tells of how-old-runs, which is gone; bring the file back, or remove it and its quotes here too",
    ),
    (
        lambda lock: lock["quotes"].update({"../x": lock["quotes"]["lineage/kernels-in-c"]}),
        "evidence.lock.json",
        "has evidence for ../x, which no data file has; remove it here",
    ),
]


@pytest.mark.parametrize(("alter", "file", "sentence"), LOCKS)
def test_the_lock_must_agree(good: Demo, alter: Callable[[JSON], object], file: str, sentence: str) -> None:
    lock = good.recorded
    alter(lock)
    good.lock.write_text(json.dumps(lock), encoding="utf-8")
    told = [problem for problem in check(good.load()) if problem.rule == "lock-agrees"]
    assert [(problem.file, sentence in problem.sentence) for problem in told] == [(file, True)], told


def test_data_that_does_not_hold_together_is_not_loaded(good: Demo) -> None:
    good.change(lambda data: data["paths"][0]["steps"].append("chip--moon"))
    with pytest.raises(Misuse, match=r"how-demo-runs.json: paths\[0\].steps\[3\]: names the step 'chip--moon'"):
        load_dataset(good.data)


def test_data_that_is_only_unverified_is_loaded(demo: Demo) -> None:
    assert load_dataset(demo.data).explainer("demo").framework == "Demo"


def test_every_rule_is_tried_here() -> None:
    elsewhere = {"quotes-short"}  # above, past the form that refuses such a quote first
    elsewhere |= {"figures-quoted", "targets-named"}  # test_targets.py, with a table of targets
    assert {rule for rule, *_ in BROKEN} | elsewhere == {rule.name for rule in RULES}


def test_a_rule_is_a_file_with_its_name_and_a_reason() -> None:
    folder = Path(rules.__file__).parent
    files = {file.stem for file in folder.glob("*.py")} - {"__init__", "rule"}
    assert files == {rule.name.replace("-", "_") for rule in RULES}
    assert all(rule.reason.endswith(".") and rule.reason[0].isupper() for rule in RULES)


@pytest.mark.parametrize("listed", [RULES[::-1], (RULES[0], *RULES)])
def test_the_list_of_rules_refuses_disorder_and_duplicates(listed: tuple[rules.Rule, ...]) -> None:
    with pytest.raises(ValueError, match="once each, in alphabetical order"):
        in_order(listed)
