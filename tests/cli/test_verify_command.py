"""`chipward verify`: what it reads, what it tells, what it writes, and how it ends."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from run_chipward import chipward, outside
from typer.testing import Result

from demo import GUIDE, Demo


def verify(demo: Demo, *words: str, packages: bool = True, sources: bool = True) -> Result:
    places = [*(["--packages", demo.packages] if packages else []), *(["--sources", demo.clones] if sources else [])]
    return chipward("verify", *words, "--data", demo.data, *places)


def test_everything_is_verified_and_recorded(demo: Demo) -> None:
    result = verify(demo)
    assert result.exit_code == 0
    assert result.stdout == "how-demo-runs: 7 quotes: 7 verified\nlineage: 1 quote: 1 verified\n"
    assert len(demo.recorded["quotes"]) == 8
    assert chipward("check", demo.data).exit_code == 0


def test_a_wrong_quote_is_told_with_its_place_and_fails(demo: Demo) -> None:
    demo.change(lambda data: data["citations"][1].update(exact="each node calls two kernel"))
    result = verify(demo)
    assert result.exit_code == 1
    assert result.stdout == (
        "how-demo-runs/node-calls-kernel: edited: nearly these words stand on lines 4-5: "
        "“two kernel” is “one kernel.” there (git: demo-org/engine, docs/guide.md)\n"
        "how-demo-runs: 7 quotes: 6 verified, 1 edited\n"
        "lineage: 1 quote: 1 verified\n"
    )
    assert chipward("check", demo.data).exit_code == 1


@pytest.mark.parametrize("name", ["how-demo-runs", "demo", "DEMO", "explainers"])
def test_one_file_by_any_of_its_names(demo: Demo, name: str) -> None:
    name = str(demo.file) if name == "explainers" else name
    assert verify(demo, name).stdout == "how-demo-runs: 7 quotes: 7 verified\n"
    assert demo.recorded["files"].keys() == {"how-demo-runs"}


@pytest.mark.parametrize("name", ["lineage", "atlas"])
def test_the_atlas_by_its_names(demo: Demo, name: str) -> None:
    assert verify(demo, name).stdout == "lineage: 1 quote: 1 verified\n"


def test_single_quotes(demo: Demo) -> None:
    result = verify(demo, "demo/written-in-python", "lineage/kernels-in-c", "how-demo-runs/written-in-python")
    assert result.stdout == "how-demo-runs: 1 quote: 1 verified\nlineage: 1 quote: 1 verified\n"
    assert demo.recorded["quotes"].keys() == {"how-demo-runs/written-in-python", "lineage/kernels-in-c"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("demon", "there is no data file 'demon'; did you mean demo? Choose from: how-demo-runs, lineage"),
        ("zzz", "there is no data file 'zzz'. Choose from: how-demo-runs, lineage"),
        ("demo/written-in-pithon", "no citation in how-demo-runs 'written-in-pithon'; did you mean written-in-python?"),
        ("gone.json", "there is no file gone.json; name a data file"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest(demo: Demo, name: str, sentence: str) -> None:
    result = verify(demo, name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_a_file_of_another_folder_is_refused(demo: Demo) -> None:
    other = shutil.copy(demo.file, demo.data.parent)
    result = verify(demo, str(other))
    assert result.exit_code == 2
    assert "name its folder with --data" in result.stderr


def test_one_unfinished_file_keeps_nobody_from_checking_another(demo: Demo) -> None:
    (demo.data / "explainers/how-new-runs.json").write_text("{", encoding="utf-8")
    assert verify(demo, "demo").exit_code == 0
    result = verify(demo, "how-new-runs")
    assert result.exit_code == 2
    assert result.stderr.startswith("chipward: explainers/how-new-runs.json: line 1, column 2 is not JSON")


def test_without_a_place_to_look_there_is_nothing_to_do(demo: Demo) -> None:
    result = verify(demo, packages=False, sources=False)
    assert result.exit_code == 2
    assert "nothing to look in; add --packages DIR, --sources DIR or --online" in result.stderr


@pytest.mark.parametrize("option", ["--packages", "--sources"])
def test_places_that_hold_nothing_are_refused(demo: Demo, option: str) -> None:
    for place, sentence in ((demo.data / "nowhere", "is not a folder"), (demo.data, "name a folder that holds some")):
        result = chipward("verify", "--data", demo.data, option, place)
        assert result.exit_code == 2
        assert sentence in result.stderr
    assert not demo.lock.exists()


def test_nothing_is_written_when_not_wanted(demo: Demo) -> None:
    assert verify(demo, "--no-write").exit_code == 0
    assert not demo.lock.exists()


def test_what_cannot_be_reached_is_told_and_its_record_kept(demo: Demo) -> None:
    verify(demo)
    before = demo.lock.read_bytes()
    result = verify(demo, sources=False)
    assert result.exit_code == 1
    line = result.stdout.splitlines()[0]
    assert line.startswith("how-demo-runs/turns-into-a-graph: unreachable: no place was named that could hold it; ")
    assert line.endswith("(verified) is kept")
    assert "how-demo-runs: 7 quotes: 2 verified, 5 unreachable" in result.stdout
    assert demo.lock.read_bytes() == before


def test_changed_content_under_an_old_version_is_not_recorded(demo: Demo) -> None:
    verify(demo)
    before = demo.lock.read_bytes()
    demo.change(lambda data: data.update(summary="Another summary."))
    result = verify(demo)
    assert result.exit_code == 2
    assert "how-demo-runs: the content has changed since version 1.0.0 was recorded; raise the version" in result.stderr
    assert demo.lock.read_bytes() == before
    assert verify(demo, "--no-write").exit_code == 0


def test_a_broken_lock_is_refused_with_the_way_out(demo: Demo) -> None:
    demo.lock.write_text("{", encoding="utf-8")
    result = verify(demo)
    assert result.exit_code == 2
    assert "it is generated: delete it and run `chipward verify`" in result.stderr


def test_results_as_json(demo: Demo) -> None:
    demo.change(lambda data: data["citations"][1].update(lines=[1, 2]))
    result = verify(demo, "--json")
    assert result.exit_code == 1
    value: dict[str, Any] = json.loads(result.stdout)
    assert value["verdicts"] == {"verified": 7, "moved": 1, "edited": 0, "missing": 0, "unreachable": 0}
    moved = next(quote for quote in value["quotes"] if quote["verdict"] == "moved")
    assert (moved["file"], moved["citation"], moved["lines"]) == ("how-demo-runs", "node-calls-kernel", [4, 5])
    assert moved["detail"] == "cited from lines 1-2, found on lines 4-5"
    assert moved["kept"] is False


def test_the_recorded_command_repeats_the_check(demo: Demo) -> None:
    verify(demo)
    command = demo.recorded["quotes"]["how-demo-runs/written-in-python"]["command"].rpartition(" && ")[2]
    program, *words = command.split()
    assert program == "chipward"
    words[words.index("packages")] = str(demo.packages)
    assert outside(*words, "--data", demo.data).returncode == 0


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that nobody connected."""

    def refuse(*_: object) -> None:
        message = "nobody is connected"
        raise OSError(message)

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("chipward.dataset.verify.shelves.download.FIRST_WAIT", 0)


@pytest.mark.usefixtures("offline")
def test_online_reads_what_the_cache_has_and_reports_what_cannot_be_fetched(
    demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"https://raw.githubusercontent.com/demo-org/engine/{demo.commit}/docs/guide.md"
    kept = tmp_path / "chipward/web" / hashlib.sha256(address.encode()).hexdigest()
    kept.parent.mkdir(parents=True)
    kept.write_text(GUIDE, encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    result = chipward("verify", "demo", "--data", demo.data, "--online")
    assert result.exit_code == 1
    assert "how-demo-runs: 7 quotes: 4 verified, 3 unreachable" in result.stdout
    assert "src/kernels.c cannot be fetched (" in result.stdout
    assert demo.recorded["quotes"]["how-demo-runs/chip-starts-it"]["found_in"] == "GitHub: demo-org/engine"


@pytest.mark.usefixtures("offline")
def test_without_online_nothing_is_asked_of_the_network(demo: Demo) -> None:
    assert verify(demo).exit_code == 0


@pytest.mark.usefixtures("offline")
def test_citing_online_says_what_it_fetches(demo: Demo, tmp_path: Path) -> None:
    words = ["cite", "guide", "each node calls one kernel", "--data", demo.data, "--online", "--cache", tmp_path]
    result = chipward(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("fetching https://raw.githubusercontent.com/demo-org/engine/")
    assert "cannot be read: https://raw.githubusercontent.com/" in result.stderr
