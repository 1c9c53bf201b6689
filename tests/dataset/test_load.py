"""Reading is strict, and every refusal is one sentence that names the file, the place and the remedy."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chipward.dataset import load
from chipward.dataset.folder import read_dataset
from chipward.dataset.load import data_folder, load_dataset
from chipward.dataset.strict_json import LARGEST
from chipward.errors import Misuse
from demo import Demo

JSON = dict[str, Any]


def refusal(demo: Demo) -> str:
    with pytest.raises(Misuse) as refused:
        load_dataset(demo.data)
    return str(refused.value)


def test_a_folder_becomes_a_dataset(demo: Demo) -> None:
    dataset = load_dataset(demo.data)
    assert [explainer.slug for explainer in dataset.explainers] == ["demo"]
    assert dataset.atlas.node.keys() == {"engine", "c", "python"}
    assert dataset.lock.quotes == {}
    assert dataset.file_of(dataset.explainers[0]) == "explainers/how-demo-runs.json"
    assert dataset.file_of(dataset.atlas) == "atlas/lineage.json"


def test_an_explainer_that_does_not_exist_is_refused_with_those_that_do(demo: Demo) -> None:
    with pytest.raises(Misuse, match="there is no explainer 'demon'; there are demo"):
        load_dataset(demo.data).explainer("demon")


TEXTS: list[tuple[Callable[[str], bytes], str]] = [
    (lambda text: text[:-2].encode(), "line 1, column"),
    (lambda text: text.replace('"slug"', '"slug": "other", "slug"', 1).encode(), "the key 'slug' stands twice"),
    (lambda text: text.replace('"schema": 1', '"schema": NaN').encode(), "NaN is not JSON"),
    (lambda text: text.replace('"schema": 1', '"schema": -Infinity').encode(), "-Infinity is not JSON"),
    (lambda text: text.replace('"schema": 1', f'"schema": {"9" * 5000}').encode(), "a number that is too long"),
    (lambda _: b"[" * 200_000, "nested too deep"),
    (lambda _: b"[]", "does not hold an object; start it with {"),
    (lambda _: b"", "line 1, column 1 is not JSON"),
    (lambda text: b"\xef\xbb\xbf" + text.encode(), "byte-order mark; save it as UTF-8 without one"),
    (lambda text: text.encode("utf-16"), "is not UTF-8; save the file as UTF-8"),
    (lambda text: text.encode() + b" " * LARGEST, "bytes, and a data file may have 16,777,216"),
]


@pytest.mark.parametrize(("alter", "sentence"), TEXTS)
def test_what_is_not_plain_json_is_refused(demo: Demo, alter: Callable[[str], bytes], sentence: str) -> None:
    demo.file.write_bytes(alter(demo.file.read_text(encoding="utf-8")))
    told = refusal(demo)
    assert told.startswith("explainers/how-demo-runs.json: ")
    assert sentence in told
    assert "\n" not in told


VALUES: list[tuple[Callable[[JSON], object], str, str]] = [
    (lambda data: data["stages"][3].update(caption="long " * 8), "stages[3].caption", "more than the 34 characters"),
    (lambda data: data["stages"][0].pop("caption"), "stages[0].caption", "is missing; add it"),
    (lambda data: data["stages"][0].update(colour="red"), "stages[0].colour", "a key that nothing reads; remove it"),
    (lambda data: data["stages"][0].update(id="a/b"), "stages[0].id", "is 'a/b', which does not match"),
    (lambda data: data["stages"][0].update(id="../../etc"), "stages[0].id", "does not match"),
    (lambda data: data["stages"][0].update(layer="cellar"), "stages[0].layer", "write one of 'your-code', 'framework'"),
    (lambda data: data["stages"][0].update(closed="no"), "stages[0].closed", "write true or false without quotation"),
    (lambda data: data["stages"][0].update(citations=[]), "stages[0].citations", "too few entries; give at least 1"),
    (lambda data: data["stages"][0].update(citations="guide"), "stages[0].citations", "a list in square brackets"),
    (lambda data: data["stages"][0].update(name="\ud800"), "", "is not JSON"),
    (lambda data: data["stages"][0].update(name=7), "stages[0].name", "is 7; write a string in quotation marks"),
    (lambda data: data["stages"][0].update(written_in={"nodes": ["c"]}), "stages[0].written_in.citations", "add it"),
    (lambda data: data["stages"][0].update(written_in={"what": "It"}), "stages[0].written_in.why", "is missing"),
    (lambda data: data["stages"][0].update(written_in=None), "stages[0].written_in", "is None; write an object"),
    (lambda data: data.update(stages={}), "stages", "is an object; write a list in square brackets"),
    (lambda data: data.update(version="9" * 5000 + ".0.0"), "version", "does not match"),
    (lambda data: data.update(version="\u0663.0.0"), "version", "does not match"),
    (lambda data: data.update(version="1.0"), "version", "is '1.0', which does not match"),
    (lambda data: data.update(schema=0), "schema", "is 0; write 1"),
    (lambda data: data.update(schema=2), "schema", "is 2, and this chipward reads 1; install a newer chipward"),
    (lambda data: data.update(checked="yesterday"), "checked", "write a day as 2026-01-31"),
    (lambda data: data.update(checked="2026-02-30"), "checked", "write a day as 2026-01-31"),
    (lambda data: data.update(license="MIT"), "license", "write 'CC-BY-4.0'"),
    (lambda data: data["citations"][0].update(exact="x" * 301), "citations[0].exact", "more than the 300 characters"),
    (lambda data: data["citations"][0].update(exact="short"), "citations[0].exact", "8 characters are the least"),
    (lambda data: data["citations"][0].update(lines=[9, 3]), "citations[0]", "not a range that starts at 1"),
    (lambda data: data["citations"][0].update(lines=["3", "3"]), "citations[0].lines[0]", "write a whole number"),
    (lambda data: data["sources"][0].update(path="../secret"), "sources[0].path", "not a plain relative path"),
    (lambda data: data["sources"][0].pop("commit"), "sources[0]", "is not pinned: give repository, commit and path"),
    (lambda data: data["sources"][0].update(url="javascript:alert(1)"), "sources[0].url", "does not match"),
    (lambda data: data.update(schema_version=1), "schema_version", "a key that nothing reads"),
]


@pytest.mark.parametrize(("alter", "place", "sentence"), VALUES)
def test_what_the_schema_refuses_is_said_with_its_place(
    demo: Demo, alter: Callable[[JSON], object], place: str, sentence: str
) -> None:
    demo.change(alter)
    told = refusal(demo)
    assert told.startswith(f"explainers/how-demo-runs.json: {place}{': ' if place else ''}"), told
    assert sentence in told
    assert "\n" not in told
    assert "validation error" not in told


def test_everything_that_is_wrong_is_found_at_once(demo: Demo) -> None:
    demo.explainer["stages"][0].pop("caption")
    demo.explainer["steps"][1].pop("kind")
    demo.atlas["nodes"][2]["kind"] = "mineral"
    demo.write()
    dataset, problems = read_dataset(demo.data)
    assert dataset is None
    assert [f"{problem.file} {problem.place}" for problem in problems] == [
        "explainers/how-demo-runs.json stages[0].caption",
        "explainers/how-demo-runs.json steps[1].kind",
        "atlas/lineage.json nodes[2].kind",
    ]
    assert "(and 2 more; `chipward check` lists them)" in refusal(demo)


def test_markup_in_a_name_and_a_closing_script_in_a_quote_stay_text(demo: Demo) -> None:
    demo.explainer["stages"][0]["name"] = "<img src=x onerror=alert(1)>"
    demo.explainer["citations"][0]["exact"] = "ends with </script><script>alert(1)</script>"
    demo.write()
    explainer = load_dataset(demo.data).explainer("demo")
    assert explainer.stages[0].name == "<img src=x onerror=alert(1)>"
    assert explainer.citations[0].exact == "ends with </script><script>alert(1)</script>"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_before_anybody_waits_for_it(demo: Demo) -> None:
    os.mkfifo(demo.lock)
    assert refusal(demo) == "evidence.lock.json: is not an ordinary file; put one in its place"


@pytest.mark.parametrize("version", ["latest", "1.0.0-rc1", "1.0", f"{'9' * 5000}.0.0"])
def test_a_lock_with_a_version_that_is_none_is_refused(demo: Demo, version: str) -> None:
    published = {"versions": {version: "0" * 64}, "ids": []}
    lock = {"generated": "", "schema": 1, "files": {"how-demo-runs": published}, "quotes": {}}
    demo.lock.write_text(json.dumps(lock), encoding="utf-8")
    assert refusal(demo).startswith("evidence.lock.json: files.how-demo-runs.versions.")


def test_a_broken_lock_is_refused(demo: Demo) -> None:
    demo.lock.write_text('{"schema": 1}', encoding="utf-8")
    assert refusal(demo).startswith("evidence.lock.json: generated: is missing")


def test_a_missing_atlas_is_refused(demo: Demo) -> None:
    (demo.data / "atlas/lineage.json").unlink()
    assert refusal(demo).startswith("atlas/lineage.json: is not in ")


def test_a_file_that_is_a_folder_is_refused(demo: Demo) -> None:
    (demo.data / "explainers/how-odd-runs.json").mkdir()
    assert "how-odd-runs.json: is not an ordinary file; put one in its place" in refusal(demo)


@pytest.mark.parametrize("name", ["nowhere", "data/explainers"])
def test_a_folder_without_explainers_is_refused(demo: Demo, name: str) -> None:
    with pytest.raises(Misuse, match="is not a data folder: it has no folder named explainers"):
        load_dataset(demo.data.parent / name)


def test_a_folder_with_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "explainers").mkdir()
    with pytest.raises(Misuse, match="holds no JSON file"):
        load_dataset(tmp_path)


def test_a_checkout_reads_its_own_data() -> None:
    assert data_folder() == Path(__file__).parents[2] / "data"


def test_an_installed_package_reads_the_data_inside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "site-packages/chipward/data"
    (inside / "explainers").mkdir(parents=True)
    monkeypatch.setattr(load.chipward, "__file__", str(inside.parent / "__init__.py"))
    assert data_folder() == inside


def test_a_copy_without_data_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load.chipward, "__file__", str(tmp_path / "lib/chipward/__init__.py"))
    with pytest.raises(Misuse, match="has no data in"):
        data_folder()


def test_what_was_read_is_written_as_it_was(demo: Demo) -> None:
    dataset = load_dataset(demo.data)
    for document, value in ((dataset.explainers[0], demo.explainer), (dataset.atlas, demo.atlas)):
        again = json.loads(document.model_dump_json(by_alias=True, exclude_defaults=True))
        assert again == value
