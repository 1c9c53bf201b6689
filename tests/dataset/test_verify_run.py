"""Every quote against its source, with real repositories and real wheels; and what the lock remembers."""

import shutil
from datetime import date
from typing import Any

import pytest

from chipward.dataset.evidence import evidence_for, quote_hash
from chipward.dataset.folder import NO_EVIDENCE, Dataset
from chipward.dataset.verify.lock_file import is_kept, spelled, updated, write_lock
from chipward.dataset.verify.run import Result, quotes_in, verify
from chipward.dataset.verify.shelves.clones import Clones
from chipward.dataset.verify.shelves.library import Library
from chipward.dataset.verify.shelves.packages import Packages
from chipward.errors import Misuse
from chipward.model.evidence import EvidenceLock, Verdict
from demo import GUIDE, KERNELS, REPOSITORY, WHEEL_FILES, Demo, commit_files, write_wheel

TODAY = date(2026, 1, 3)


def results(demo: Demo) -> dict[str, Result]:
    return {result.quote.citation.id: result for result in demo.verify() if result.quote.file == "how-demo-runs"}


def verdicts(demo: Demo) -> dict[str, Verdict]:
    return {name: result.finding.verdict for name, result in results(demo).items()}


def citation(demo: Demo, name: str) -> dict[str, Any]:
    return next(each for each in demo.explainer["citations"] if each["id"] == name)


def source(demo: Demo, name: str) -> dict[str, Any]:
    return next(each for each in demo.explainer["sources"] if each["id"] == name)


def test_quotes_as_they_stand_are_verified(demo: Demo) -> None:
    assert set(verdicts(demo).values()) == {Verdict.VERIFIED}


@pytest.mark.parametrize("name", ["turns-into-a-graph", "written-in-python", "compiler-in-c"])
def test_one_changed_letter_is_edited(demo: Demo, name: str) -> None:
    words = citation(demo, name)["exact"]
    citation(demo, name)["exact"] = words.replace("n", "m", 1)
    demo.write()
    expected = dict.fromkeys(verdicts(demo), Verdict.VERIFIED) | {name: Verdict.EDITED}
    assert verdicts(demo) == expected


def test_a_source_that_grew_by_ten_lines_has_moved_its_quotes(demo: Demo) -> None:
    shutil.rmtree(demo.clones)
    commit = commit_files(demo.clones / "engine", {"docs/guide.md": "\n" * 10 + GUIDE, "src/kernels.c": KERNELS})
    for name in ("guide", "kernels"):
        source(demo, name)["commit"] = commit
    demo.write()
    found = results(demo)
    assert found["node-calls-kernel"].finding.verdict is Verdict.MOVED
    assert found["node-calls-kernel"].evidence.lines == (14, 15)
    assert found["kernel-is-a-function"].finding.verdict is Verdict.VERIFIED


def test_a_wheel_that_grew_by_ten_lines_has_moved_its_quotes(demo: Demo) -> None:
    files = WHEEL_FILES | {"demo_engine/api.py": "\n" * 10 + WHEEL_FILES["demo_engine/api.py"]}
    write_wheel(demo.packages / "demo_engine-1.2.0-py3-none-any.whl", files)
    assert verdicts(demo)["written-in-python"] is Verdict.MOVED


def test_quotes_swapped_between_sources_are_missing(demo: Demo) -> None:
    one, other = citation(demo, "turns-into-a-graph"), citation(demo, "kernel-is-a-function")
    one["source"], other["source"] = other["source"], one["source"]
    demo.write()
    found = verdicts(demo)
    assert found["turns-into-a-graph"] is Verdict.MISSING
    assert found["kernel-is-a-function"] is Verdict.MISSING


def test_a_source_that_is_gone_is_unreachable(demo: Demo) -> None:
    shutil.rmtree(demo.clones)
    found = verdicts(demo)
    assert found["turns-into-a-graph"] is Verdict.UNREACHABLE
    assert found["written-in-python"] is Verdict.VERIFIED


def test_a_commit_that_nobody_has_is_unreachable(demo: Demo) -> None:
    source(demo, "guide")["commit"] = "f" * 40
    demo.write()
    assert verdicts(demo)["turns-into-a-graph"] is Verdict.UNREACHABLE


def test_evidence_says_where_what_and_how_to_see_it_again(demo: Demo) -> None:
    evidence = results(demo)["node-calls-kernel"].evidence
    assert (evidence.lines, evidence.found_in, evidence.checked) == ((4, 5), f"git: {REPOSITORY}", TODAY)
    assert evidence.swhid
    assert evidence.swhid.split(";")[1:] == [
        f"origin=https://github.com/{REPOSITORY}",
        f"anchor=swh:1:rev:{demo.commit}",
        "path=/docs/guide.md",
        "lines=4-5",
    ]
    assert evidence.command == (
        f"git init -q sources/engine && git -C sources/engine fetch --depth 1 https://github.com/{REPOSITORY} "
        f"{demo.commit} && chipward verify how-demo-runs/node-calls-kernel --no-write --sources sources"
    )


def test_a_released_package_goes_before_a_clone(demo: Demo) -> None:
    evidence = results(demo)["compiler-in-c"].evidence
    assert evidence.found_in == "demo-engine 1.2.0 (PyPI)"
    assert evidence.command == (
        "pip download --no-deps -d packages demo-engine==1.2.0 && "
        "chipward verify how-demo-runs/compiler-in-c --no-write --packages packages"
    )


def test_package_and_repository_name_the_same_content(demo: Demo) -> None:
    dataset = demo.load()
    [quote] = [quote for quote in quotes_in(dataset.explainers[0]) if quote.citation.id == "compiler-in-c"]
    shelves = (Packages([demo.packages]), Clones([demo.clones]))
    packaged, cloned = (verify([quote], Library([shelf]), TODAY)[0].evidence for shelf in shelves)
    assert packaged.swhid == cloned.swhid


def test_a_clone_serves_when_the_package_is_not_there(demo: Demo) -> None:
    shutil.rmtree(demo.packages)
    found = results(demo)
    assert found["compiler-in-c"].evidence.found_in == f"git: {REPOSITORY}"
    unreachable = found["written-in-python"].finding
    assert (unreachable.verdict, unreachable.detail) == (
        Verdict.UNREACHABLE,
        "no folder of packages holds demo-engine 1.2.0 (demo_engine/api.py)",
    )


def test_a_page_is_on_the_web_alone(demo: Demo) -> None:
    place = {"url": "https://example.org/guide", "read": "2026-01-01"}
    guide = {key: value for key, value in source(demo, "guide").items() if key not in ("repository", "commit", "path")}
    demo.explainer["sources"][0] = guide | place
    demo.write()
    assert results(demo)["node-calls-kernel"].finding.detail == "the page is on the web alone; add --online"


@pytest.fixture
def checked(demo: Demo) -> Dataset:
    demo.verify()
    return demo.load()


def test_what_cannot_be_reached_keeps_its_record(demo: Demo, checked: Dataset) -> None:
    shutil.rmtree(demo.clones)
    later = demo.verify(date(2026, 2, 2))
    kept = demo.load().lock
    assert {result.quote.citation.id for result in later if is_kept(result, checked.lock)} == {
        "turns-into-a-graph",
        "node-calls-kernel",
        "fuses-the-nodes",
        "chip-starts-it",
        "kernel-is-a-function",
        "kernels-in-c",
    }
    assert kept.quotes["how-demo-runs/node-calls-kernel"] == checked.lock.quotes["how-demo-runs/node-calls-kernel"]
    assert kept.quotes["how-demo-runs/written-in-python"].checked == date(2026, 2, 2)


def test_a_changed_quote_keeps_no_record(demo: Demo, checked: Dataset) -> None:
    shutil.rmtree(demo.clones)
    citation(demo, "node-calls-kernel")["exact"] = "node by node, and each node"
    demo.write()
    [result] = [result for result in demo.verify() if result.quote.citation.id == "node-calls-kernel"]
    assert not is_kept(result, checked.lock)
    assert demo.recorded["quotes"]["how-demo-runs/node-calls-kernel"]["verdict"] == "unreachable"


def test_a_wrong_quote_replaces_a_right_record(demo: Demo, checked: Dataset) -> None:
    write_wheel(demo.packages / "demo_engine-1.2.0-py3-none-any.whl", {"demo_engine/api.py": "Nothing of the sort."})
    demo.verify()
    assert demo.recorded["quotes"]["how-demo-runs/written-in-python"]["verdict"] == "missing"
    assert checked.lock.quotes["how-demo-runs/written-in-python"].verdict is Verdict.VERIFIED


def test_evidence_for_a_quote_that_is_gone_is_swept_away(checked: Dataset) -> None:
    explainer = checked.explainers[0].model_copy(update={"citations": checked.explainers[0].citations[1:]})
    lock = updated(checked.lock, (), [explainer])
    assert checked.lock.quotes.keys() - lock.quotes.keys() == {"how-demo-runs/turns-into-a-graph"}


def test_ids_stay_in_the_lock_for_ever(checked: Dataset) -> None:
    explainer = checked.explainers[0].model_copy(update={"stages": (), "retired": {"stages/older": None}})
    ids = updated(checked.lock, (), [explainer]).files["how-demo-runs"].ids
    assert {"stages/code", "stages/older", "steps/code--engine", "choices/mode/fast", "sources/api"} <= set(ids)


def test_a_quote_by_itself_leaves_the_rest_of_the_lock_alone(demo: Demo, checked: Dataset) -> None:
    [quote] = quotes_in(checked.atlas)
    lock = updated(NO_EVIDENCE, verify([quote], demo.library(), TODAY), ())
    assert lock.quotes.keys() == {"lineage/kernels-in-c"}
    assert lock.files == {}


def test_the_lock_says_that_it_is_generated_and_is_sorted(demo: Demo, checked: Dataset) -> None:
    text = demo.lock.read_text(encoding="utf-8")
    assert text.splitlines()[1].startswith(' "generated": "by `chipward verify`')
    assert text.endswith("}\n")
    assert list(demo.recorded["quotes"]) == sorted(demo.recorded["quotes"])
    assert EvidenceLock.model_validate_json(text) == checked.lock


def test_the_same_check_writes_the_same_bytes(demo: Demo) -> None:
    demo.verify()
    before = demo.lock.read_bytes()
    demo.verify()
    assert demo.lock.read_bytes() == before


def test_a_lock_that_cannot_be_written_is_refused_with_a_remedy(demo: Demo) -> None:
    with pytest.raises(Misuse, match=r"cannot be written .* add --no-write"):
        write_lock(NO_EVIDENCE, demo.data / "nowhere")


def test_an_interrupted_write_leaves_nothing_behind(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    demo.verify()
    before = sorted(path.name for path in demo.data.iterdir())
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(Misuse, match="No space left"):
        write_lock(NO_EVIDENCE, demo.data)
    assert sorted(path.name for path in demo.data.iterdir()) == before


def test_evidence_stands_for_the_quote_as_it_was_checked(checked: Dataset) -> None:
    quoted = checked.explainers[0].citations[0]
    assert evidence_for(checked, "how-demo-runs", quoted) == checked.lock.quotes["how-demo-runs/turns-into-a-graph"]
    assert evidence_for(checked, "how-demo-runs", quoted.model_copy(update={"exact": "Engine turns you"})) is None
    assert evidence_for(checked, "how-other-runs", quoted) is None
    assert "\n" in spelled(checked.lock)


def test_a_quote_is_known_by_its_words_and_its_pin(checked: Dataset) -> None:
    [quote, *_] = quotes_in(checked.explainers[0])
    known = quote_hash(quote.citation, quote.source)
    for same in ({"title": "Another"}, {"license": "Apache-2.0"}, {"publisher": "Somebody"}):
        assert quote_hash(quote.citation, quote.source.model_copy(update=same)) == known
    for other in ({"commit": "0" * 40}, {"path": "README.md"}, {"tag": "v2"}, {"repository": "demo-org/other"}):
        assert quote_hash(quote.citation, quote.source.model_copy(update=other)) != known
    for other in ({"exact": "other words"}, {"lines": (3, 4)}, {"prefix": "so"}, {"suffix": "so"}):
        assert quote_hash(quote.citation.model_copy(update=other), quote.source) != known
