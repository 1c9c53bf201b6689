"""Whatever the machine refuses and whatever the data holds: one plain sentence, an exit code, never a traceback."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from run_chipward import chipward, outside

from chipward.cli.say import plain
from chipward.dataset import load
from demo import Demo

CLEAR = "\x1b[2J\x9b31m\x07"


@pytest.mark.parametrize(
    "words",
    [
        ["check", "LONG"],
        ["paths", "--data", "LONG"],
        ["verify", "--packages", "LONG"],
        ["verify", "LONG.json", "--packages", "PACKAGES", "--data", "DATA"],
        ["build", "LONG"],
        ["schema", "LONG"],
    ],
)
def test_a_name_that_no_system_takes_is_refused(demo: Demo, words: list[str]) -> None:
    places = {"PACKAGES": str(demo.packages), "DATA": str(demo.data)}
    result = chipward(*(places.get(word, word.replace("LONG", "x" * 5000)) for word in words))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("chipward: xxx")
    assert "(File name too long)" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("cache", ["file", "file/below"])
def test_a_cache_that_cannot_be_one_is_refused(demo: Demo, tmp_path: Path, cache: str) -> None:
    (tmp_path / "file").touch()
    result = chipward("verify", "demo", "--data", demo.data, "--online", "--cache", tmp_path / cache)
    assert result.exit_code == 2
    assert "cannot be used (" in result.stderr
    assert "name another file or folder" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("words", [["--help"], ["paths"], ["paths", "--json"], ["tools"], ["check", "--json"]])
def test_an_output_that_takes_nothing_is_told(demo: Demo, words: list[str]) -> None:
    place = {"check": [str(demo.data)], "--help": []}.get(words[0], ["--data", str(demo.data)])
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "chipward", *words, *place]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "chipward: the output cannot be written (No space left on device); send it elsewhere"
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_output_without_some_characters_shows_others(demo: Demo, encoding: str) -> None:
    drawn = outside("path", "demo", "--mode", "plain", "--data", demo.data, PYTHONIOENCODING=encoding)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert "? Code  the code" in drawn.stdout
    demo.change(lambda data: data["stages"][0].update(name="Käse → 🧀"))
    told = outside("path", "demo", "--mode", "plain", "--json", "--data", demo.data, PYTHONIOENCODING=encoding)
    assert json.loads(told.stdout)["stages"][0]["name"] == "Käse → 🧀"


def test_an_output_without_ticks_still_tells_yes_from_no() -> None:
    told = outside("tools", PYTHONIOENCODING="ascii").stdout.splitlines()
    assert [line.split()[1:] for line in told if line.startswith(("CUDA", "ggml"))] == [
        ["x", "x", "x"],
        ["-", "x", "-"],
    ]


def test_what_a_terminal_would_obey_is_spelled_out() -> None:
    assert plain(f"a{CLEAR}\u202e\nb") == "a\\u001b[2J\\u009b31m\\u0007\\u202e\\nb"
    assert plain("Käse → 🧀") == "Käse → 🧀"


@pytest.mark.parametrize("words", [["check"], ["check", "--json"], ["verify"], ["verify", "--json"]])
def test_data_and_its_file_names_command_no_terminal(demo: Demo, words: list[str]) -> None:
    demo.explainer["sources"][0]["path"] = f"docs/{CLEAR}.md"
    demo.explainer["citations"][0]["exact"] = f"turns {CLEAR} your function"
    demo.write()
    (demo.data / f"explainers/{CLEAR}\nnothing wrong.json").write_text("{}", encoding="utf-8")
    place = [demo.data] if words[0] == "check" else ["demo", "--data", demo.data, "--sources", demo.clones]
    result = chipward(*words, *place)
    assert result.exit_code == 1
    assert all(sign.isprintable() or sign == "\n" for sign in result.output)
    assert "nothing wrong" not in {line.partition(".")[0] for line in result.output.splitlines()}


def test_an_address_with_markup_is_shown_while_it_is_fetched(demo: Demo, tmp_path: Path) -> None:
    url = f"https://127.0.0.1:1/[/bold]{CLEAR}"
    for source in demo.explainer["sources"]:
        source.update(url=url, read="2026-01-01")
        for pin in ("repository", "commit", "path", "release"):
            source.pop(pin, None)
    demo.write()
    words = ["verify", "demo", "--data", demo.data, "--online", "--cache", tmp_path, "--no-write"]
    done = outside(*words, FORCE_COLOR="1", TERM="xterm")
    assert done.returncode == 1, done.stderr
    assert "Fetching https://127.0.0.1:1/[/bold]" in done.stderr
    assert "\x1b[2J" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no locks on folders")
def test_checks_that_run_at_once_all_leave_their_records(demo: Demo) -> None:
    citations = [citation["id"] for citation in demo.explainer["citations"]]
    places = ["--data", demo.data, "--packages", demo.packages, "--sources", demo.clones]
    with ThreadPoolExecutor(len(citations)) as pool:
        done = list(pool.map(lambda name: outside("verify", f"demo/{name}", *places), citations))
    assert [each.returncode for each in done] == [0] * len(citations), done
    assert demo.recorded["quotes"].keys() == {f"how-demo-runs/{name}" for name in citations}


def test_what_was_recorded_meanwhile_stays(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    places = ["--data", demo.data, "--packages", demo.packages, "--sources", demo.clones]

    def slowly(*arguments: object) -> object:
        monkeypatch.undo()
        assert chipward("verify", "lineage", *places).exit_code == 0
        return verify(*arguments)

    module = sys.modules["chipward.cli.verify"]
    verify = module.verify_quotes
    monkeypatch.setattr(module, "verify_quotes", slowly)
    assert chipward("verify", "demo", *places).exit_code == 0
    assert demo.recorded["files"].keys() == {"how-demo-runs", "lineage"}


def test_an_installed_package_is_left_as_it_is(demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages/chipward"
    shutil.copytree(demo.data, package / "data")
    monkeypatch.setattr(load.chipward, "__file__", str(package / "__init__.py"))
    result = chipward("verify", "--packages", demo.packages, "--sources", demo.clones)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "lineage: 1 quote: 1 verified")
    assert not (package / "data/evidence.lock.json").exists()


def test_a_lock_of_a_newer_chipward_is_not_to_be_deleted(demo: Demo) -> None:
    demo.lock.write_text('{"schema": 2, "more": {}}', encoding="utf-8")
    result = chipward("verify", "demo", "--data", demo.data, "--sources", demo.clones)
    assert result.exit_code == 2
    assert result.stderr == (
        "chipward: evidence.lock.json: schema: is 2, and this chipward reads 1; install a newer chipward\n"
    )


def test_a_schema_file_that_is_no_text_is_written_anew(tmp_path: Path) -> None:
    chipward("schema", tmp_path)
    (tmp_path / "schema/atlas.json").write_bytes(b"\xff")
    assert chipward("schema", tmp_path).stdout == f"wrote {tmp_path}/schema/atlas.json\n"


@pytest.mark.parametrize("name", ["", "explainers", "atlas", "explainers/how-demo-runs.json", "evidence.lock.json"])
def test_what_may_not_be_read_is_told(demo: Demo, name: str) -> None:
    demo.verify()
    (demo.data / name).chmod(0)
    try:
        if os.access(demo.data / name, os.R_OK):
            pytest.skip("this user may read everything")
        for words in (["check", demo.data], ["verify", "--data", demo.data, "--packages", demo.packages]):
            result = chipward(*words)
            assert result.exit_code in {1, 2}
            assert any(told in result.output for told in ("Permission denied", "not readable", "holds no JSON file"))
    finally:
        (demo.data / name).chmod(0o755)


def test_folders_that_may_not_be_entered_hold_nothing(demo: Demo) -> None:
    places = {"--packages": demo.packages, "--sources": demo.clones}
    for place in places.values():
        shutil.copytree(demo.data, place / "closed/below")
        (place / "closed").chmod(0)
    try:
        if os.access(demo.clones / "closed", os.R_OK):
            pytest.skip("this user may read everything")
        words = [word for place in places.items() for word in place]
        assert chipward("verify", "demo", "--data", demo.data, *words).exit_code == 0
    finally:
        for place in places.values():
            (place / "closed").chmod(0o755)
