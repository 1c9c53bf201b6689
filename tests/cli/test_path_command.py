"""`chipward path`: one path, drawn."""

import json

import pytest
from run_chipward import chipward, outside

from demo import Demo

PLAIN = """\
Demo: Plain
4 stages, 3 steps

Your code ──────────────────────────────────────────────────────────────────────
  ● Code  the code
  │
  ▼ calls

Framework ──────────────────────────────────────────────────────────────────────
  ● Engine  the engine
  │
  ▼ calls

Kernels ────────────────────────────────────────────────────────────────────────
  ● Kernels  the kernels
  │
  ▼ runs on

Chip ───────────────────────────────────────────────────────────────────────────
  ● Chip  the chip
"""


def test_a_path_is_drawn_from_your_code_to_the_chip(demo: Demo) -> None:
    assert chipward("path", "demo", "--mode", "plain", "--data", demo.data).stdout == PLAIN


@pytest.mark.parametrize(
    "words",
    [
        ["--mode", "plain", "demo"],
        ["--mode=plain", "how-demo-runs"],
        ["DEMO", "--MODE", "PLAIN"],
        ["Demo", "--mode", "Plain"],
    ],
)
def test_names_are_understood_however_they_are_written(demo: Demo, words: list[str]) -> None:
    assert chipward("path", *words, "--data", demo.data).stdout == PLAIN


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "name an explainer: demo"),
        (["demo"], "demo needs --mode plain|fast"),
        (["demon", "--mode", "plain"], "there is no explainer 'demon'; did you mean demo? Choose from: demo"),
        (["demo", "--mode", "plan"], "there is no mode 'plan'; did you mean plain? Choose from: plain, fast"),
        (["demo", "--mood", "plain"], "no choice of demo named 'mood'; did you mean mode? Choose from: mode"),
        (["demo", "--mode"], "--mode has no value; give it one: --mode plain|fast"),
        (["demo", "--mode", "--json"], "--mode has no value; give it one: --mode plain|fast"),
        (["demo", "--mode="], "--mode has no value; give it one: --mode plain|fast"),
        (["demo", "--mode", "plain", "--mode", "fast"], "--mode is given twice; give it once"),
        (["demo", "other", "--mode", "plain"], "'demo' and 'other' are two explainers; name one"),
        (["demo", "--", "--mode", "plain", "-x"], "there is no option -x"),
    ],
)
def test_a_wrong_word_is_told_with_the_nearest_right_one(demo: Demo, words: list[str], sentence: str) -> None:
    result = chipward("path", "--data", demo.data, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_place_that_is_reached_again_is_pointed_to(demo: Demo) -> None:
    demo.change(lambda data: data["paths"][0]["steps"].extend(data["paths"][1]["steps"][1:]))
    told = chipward("path", "demo", "--mode", "plain", "--data", demo.data).stdout
    assert "○ Engine  as above" in told
    assert "○ Chip  as above" in told
    assert told.count("● Engine") == 1


def test_verbose_adds_what_is_said_and_the_quotes_with_their_verdicts(demo: Demo) -> None:
    demo.explainer["stages"][4]["closed"] = True
    demo.write()
    demo.verify()
    told = chipward("path", "demo", "--mode", "plain", "-v", "--data", demo.data).stdout
    for line in (
        "    The engine.",
        "    takes It.",
        "    written in Python",
        "    written in nothing that can be told: It is not written.",
        "    “each node calls one kernel”",
        "    verified 2026-01-03 · demo-org/engine docs/guide.md:4-5",
        "    verified 2026-01-03 · demo-org/engine docs/guide.md:12",
        "  ● Chip  the chip  closed",
        "Left out: Threads are left out. The demo has none.",
    ):
        assert line in told.splitlines(), told
    assert not [line for line in told.splitlines() if line != line.rstrip()]


def test_a_quote_that_was_never_checked_is_said_to_be_unchecked(demo: Demo) -> None:
    told = chipward("path", "demo", "--mode", "plain", "-v", "--data", demo.data).stdout
    assert "not checked yet · demo-org/engine docs/guide.md:3" in told


def test_sources_of_other_kinds_are_told_too(demo: Demo) -> None:
    page = {"url": "https://example.org/guide", "read": "2026-01-01"}
    for source in demo.explainer["sources"][:1]:
        for key in ("repository", "commit", "path"):
            del source[key]
        source.update(page)
    demo.explainer["citations"][0]["source"] = "api"
    del demo.explainer["citations"][1]["lines"]
    demo.write()
    told = chipward("path", "demo", "--mode", "plain", "-v", "--data", demo.data).stdout
    assert "not checked yet · demo-engine 1.2.0 demo_engine/api.py:3" in told
    assert "not checked yet · https://example.org/guide\n" in told


def test_a_path_as_json(demo: Demo) -> None:
    value = json.loads(chipward("path", "demo", "--mode", "fast", "--json", "--data", demo.data).stdout)
    assert [stage["id"] for stage in value["stages"]] == ["code", "engine", "compiler", "chip"]
    assert [step["id"] for step in value["steps"]] == ["code--engine", "engine--compiler", "compiler--chip"]
    assert value["selection"] == {"mode": "fast"}
    assert value["stages"][0]["citations"][0]["verdict"] is None


@pytest.mark.parametrize("columns", ["20", "40", "200"])
def test_a_drawing_fits_its_terminal(columns: str) -> None:
    words = ("path", "pytorch", "--mode", "compile", "--device", "nvidia-gpu", "-v")
    told = outside(*words, COLUMNS=columns, PYTHONIOENCODING="utf-8").stdout
    assert max(map(len, told.splitlines())) <= min(int(columns), 100)


def test_a_pipe_gets_no_colours(demo: Demo) -> None:
    done = outside("path", "demo", "--mode", "plain", "--data", demo.data, PYTHONIOENCODING="utf-8", COLUMNS="80")
    assert done.stdout == PLAIN


def test_a_name_with_markup_is_shown_as_it_is(demo: Demo) -> None:
    demo.change(lambda data: data["stages"][0].update(name="[red]Code[/] :smile:"))
    told = chipward("path", "demo", "--mode", "plain", "--data", demo.data).stdout
    assert "● [red]Code[/] :smile:  the code" in told


@pytest.mark.parametrize("command", ["path", "paths", "tools"])
def test_no_data_can_command_the_terminal(demo: Demo, command: str) -> None:
    demo.change(lambda data: data["stages"][0].update(name="\x1b]0;owned\x07"))
    result = chipward(command, "--data", demo.data)
    assert result.exit_code == 2
    assert "\x1b" not in result.output
