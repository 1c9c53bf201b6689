"""`chipward show`: a trace in the terminal, for people and for programs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY
from zipfile import ZipFile

import pytest
from run_chipward import chipward, outside

from chipward.bundle.journal import Journal
from made_up_trace import write_hostile_trace, write_trace

_WITHOUT_RIGHTS = pytest.mark.skipif(
    not shutil.which("setpriv"), reason="nothing here takes an administrator's rights away"
)


@pytest.fixture(scope="module")
def mlp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_trace(tmp_path_factory.mktemp("show") / "mlp.chipward")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_hostile_trace(tmp_path_factory.mktemp("show") / "hostile.chipward")


def test_a_trace_is_told_unit_by_unit(mlp: Path) -> None:
    told = [line.rstrip() for line in chipward("show", mlp).stdout.splitlines()]
    assert told[0] == "mlp.py  torch.compile · CPU · torch 2.13.0+cpu · AMD EPYC 7B13"
    assert "MLP.forward  frame frame-0-0" in told
    assert "  dynamo  FX graph: as Dynamo captured it  7 lines, executed  fx" in told
    assert "    cpp_fused_relu_0  kernel kernel-0" in told
    assert "      cpp  Shared object: cpp_fused_relu_0  21 bytes, executed  so" in told
    assert [line.strip("─ ") for line in told if "──" in line] == ["Findings", "Not seen", "Line maps"]
    text = " ".join(" ".join(told).split())
    assert "8 line maps join these texts." in text
    assert "DWARF" not in text
    text = " ".join(chipward("show", mlp, "-v").stdout.split())
    assert "kernel-0/cpp to kernel-0/asm: 9 of 11 lines mapped (6 exact, 3 inlined). DWARF of the shared object" in text
    found = "Extern call: addmm stayed outside the generated code: ATen calls a library for it."
    assert f"{found} (MLP.forward, inference; mlp.py:9)" in text
    assert "Machine code of addmm: The library that ran it was not sampled." in text


def test_the_json_has_the_promised_keys(mlp: Path) -> None:
    value = json.loads(chipward("show", mlp, "--json").stdout)
    assert list(value) == ["program", "environment", "units", "maps", "findings", "missing"]
    assert value["program"]["entry"] == "mlp.py"
    assert value["environment"]["packages"] == {"torch": "2.13.0+cpu"}
    frame = next(unit for unit in value["units"] if unit["id"] == "frame-0-0")
    assert frame == {
        "id": "frame-0-0",
        "name": "MLP.forward",
        "target": "cpu",
        "stages": [
            {"stage": "dynamo", "kind": "fx-graph", "origin": "executed", "artifact": "frame-0-0/fx", "lines": 7}
        ],
    }
    entry = next(entry for entry in value["maps"] if entry["from"] == "kernel-0/cpp")
    assert entry == {
        "from": "kernel-0/cpp",
        "to": "kernel-0/asm",
        "lines": 11,
        "mapped": 9,
        "kinds": {"exact": 6, "inlined": 3},
    }
    assert value["missing"] == [
        {"what": "Machine code of addmm", "why": "The library that ran it was not sampled."},
    ]
    assert value["findings"][0]["kind"] == "extern-call"


def test_a_unit_comes_with_what_is_nested_in_it(mlp: Path) -> None:
    by_id = json.loads(chipward("show", mlp, "--unit", "graph-0-0", "--json").stdout)
    assert [unit["id"] for unit in by_id["units"]] == ["graph-0-0", "kernel-0", "kernel-1"]
    by_name = json.loads(chipward("show", mlp, "--unit", "cpp_fused_relu_0", "--json").stdout)
    assert [unit["id"] for unit in by_name["units"]] == ["kernel-0"]
    assert {entry["to"] for entry in by_name["maps"]} == {"kernel-0/cpp", "kernel-0/asm"}


def test_a_stage_is_told_line_by_line(mlp: Path) -> None:
    told = chipward("show", mlp, "--stage", "asm-x86", "--unit", "kernel-0").stdout.splitlines()
    assert told[0].startswith("kernel-0/asm  x86 machine code")
    assert "   5  vmaxps ymm1, ymm0, ymm1" in told
    assert not [line for line in told if "Sleef" in line]


def test_a_stage_that_was_not_seen_says_why(mlp: Path) -> None:
    told = chipward("show", mlp, "--stage", "cpu-kernels").stdout
    assert told == "Not seen: Machine code of addmm. The library that ran it was not sampled.\n"


def test_a_line_is_followed_artifact_by_artifact(mlp: Path) -> None:
    told = chipward("show", mlp, "--line", "mlp.py:9").stdout
    assert told.startswith(
        "mlp.py:9  y = torch.relu(self.a(x))\n\nbecame\n  MLP.forward  frame-0-0\n     2 FX ops, exact"
    )
    assert "     3 C++ lines, inferred  cpp:6-8  [1 2 5]\n        6  auto tmp0 = at::vec" in told
    assert "     3 instructions, inferred  asm:4-6  [1 2 5 6]\n        4  vmovups ymm1" in told
    assert "kernel-1" not in told


def test_at_length_each_text_of_a_line_has_its_way(mlp: Path) -> None:
    told = chipward("show", mlp, "--line", "mlp.py:9", "-v").stdout
    assert told.startswith("mlp.py:9  y = torch.relu(self.a(x))\n\nbecame 2 FX ops, exact  frame-0-0/fx\n")
    assert "became 3 C++ lines, inferred  kernel-0/cpp\n" in told
    assert "became 3 instructions, inferred  kernel-0/asm\n" in told
    assert "  to C++ kernel, cpp_fused_relu_0 [5]; 4 of 10 lines mapped\n" in told
    assert "  5  vmaxps ymm1, ymm0, ymm1\n" in told
    assert told.count("DWARF of the shared object") == 1
    assert "kernel-1" not in told


def test_an_instruction_is_followed_home(mlp: Path) -> None:
    value = json.loads(chipward("show", mlp, "--line", "kernel-0/asm:5", "--json").stdout)
    assert value["line"]["text"] == "vmaxps ymm1, ymm0, ymm1"
    assert value["became"] == []
    assert [one["artifact"] for one in value["came_from"]] == [
        "program/mlp.py",
        "frame-0-0/fx",
        "graph-0-0/post-grad",
        "kernel-0/cpp",
    ]
    assert value["came_from"][0]["lines"] == [{"line": 9, "kind": "inferred"}]
    assert value["came_from"][-1]["lines"] == [{"line": 7, "kind": "inlined"}]


def test_each_hop_says_how_it_is_known(mlp: Path) -> None:
    value = json.loads(chipward("show", mlp, "--line", "kernel-0/asm:5", "--json").stdout)
    hops = value["came_from"][1]["way"]
    assert [hop["to"] for hop in hops] == ["kernel-0/cpp", "graph-0-0/post-grad", "frame-0-0/fx"]
    assert hops[0]["method"] == "DWARF of the shared object"
    assert 0 < hops[0]["mapped"] <= hops[0]["lines"]
    told = chipward("show", mlp, "--line", "kernel-0/asm:5").stdout
    told = " ".join(told.split())
    assert "[1] DWARF of the shared object. Lines mapped: kernel-0/cpp 6 of 10." in told


@pytest.mark.parametrize(
    "name", ["./mlp.py", "../project/mlp.py", "project/mlp.py", r"project\mlp.py", "program/mlp.py"]
)
def test_a_file_may_be_named_from_any_folder(tmp_path: Path, name: str) -> None:
    bundle = _of_a_file(tmp_path)
    value = json.loads(chipward("show", bundle, "--line", f"{name}:2", "--json").stdout)
    assert value["line"] == {"artifact": "program/mlp.py", "title": ANY, "number": 2, "text": "y = 2"}


@pytest.mark.parametrize("name", ["other/mlp.py", "lp.py", ".."])
def test_another_file_of_this_name_is_not_taken_for_it(tmp_path: Path, name: str) -> None:
    result = chipward("show", _of_a_file(tmp_path), "--line", f"{name}:2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no text" in result.stderr


@pytest.mark.parametrize("words", [["--unit", "x"], ["--stage", "x"], ["--line", "x.py:1"]])
def test_a_trace_of_nothing_has_nothing_to_choose_from(tmp_path: Path, words: list[str]) -> None:
    Journal(tmp_path / "spool").program(kind="script", entry="train.py", directory="project")
    result = chipward("show", tmp_path / "spool", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(", and none of another name\n")


def test_nothing_is_told_of_a_line_whose_map_is_broken(mlp: Path, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.chipward"
    with ZipFile(mlp) as whole, ZipFile(spoilt, "w") as less:
        for name in whole.namelist():
            less.writestr(name, b"{}" if name == "maps/0.json" else whole.read(name))
    result = chipward("show", spoilt, "--line", "mlp.py:9")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "maps/0.json" in result.stderr


def test_files_of_one_name_are_told_by_their_folders(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.program(kind="script", entry="train.py", directory=str(tmp_path))
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.py").write_text(f"{name} = 1\n", encoding="utf-8")
        assert journal.source(tmp_path / name / "model.py")
    result = chipward("show", tmp_path / "spool", "--line", "model.py:1")
    assert result.exit_code == 2
    assert "model.py may be any of one/model.py, two/model.py; name one of these" in result.stderr
    value = json.loads(chipward("show", tmp_path / "spool", "--line", "two/model.py:1", "--json").stdout)
    assert value["line"]["text"] == "two = 1"


def _of_a_file(folder: Path) -> Path:
    """The spool of a run of `project/mlp.py`, started elsewhere."""
    (folder / "project").mkdir()
    (folder / "project/mlp.py").write_text("x = 1\ny = 2\n", encoding="utf-8")
    journal = Journal(folder / "spool")
    journal.program(kind="script", entry="mlp.py", directory=str(folder / "elsewhere"))
    assert journal.source(folder / "project/mlp.py")
    return folder / "spool"


@pytest.mark.parametrize("columns", ["0", "1", "20", "-3", "wide"])
def test_no_word_is_lost_in_a_narrow_terminal(tmp_path: Path, columns: str) -> None:
    journal = Journal(tmp_path / "spool")
    journal.program(kind="script", entry="deep.py", directory="project")
    for depth in range(60):
        journal.unit(f"unit-{depth}", name=f"depth{depth}", kind="frame", parent=f"unit-{depth - 1}" if depth else None)
    told = outside("show", tmp_path / "spool", COLUMNS=columns, PYTHONIOENCODING="utf-8").stdout
    assert [f"depth{depth}" in told for depth in range(60)] == [True] * 60


def test_what_is_found_in_many_places_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("x = 1\n" * 9, encoding="utf-8")
    journal = Journal(tmp_path / "spool")
    journal.program(kind="script", entry="train.py", directory=str(tmp_path))
    source = journal.source(tmp_path / "train.py")
    assert source
    for line in range(1, 7):
        journal.finding("fidelity", "Not run.", place=(source, line), advice="Run it.")
    journal.finding("fidelity", "Not run.", advice="Run it twice.")
    told = " ".join(chipward("show", tmp_path / "spool").stdout.split())
    places = "(train.py:1, train.py:2, train.py:3, train.py:4 and 2 more places)"
    assert f"Fidelity: Not run. Run it twice. Fidelity: Not run. {places} Run it." in told
    assert told.count("Not run.") == 2
    assert len(json.loads(chipward("show", tmp_path / "spool", "--json").stdout)["findings"]) == 7


def test_a_line_that_became_nothing_says_so(mlp: Path) -> None:
    told = chipward("show", mlp, "--line", "mlp.py:1").stdout
    assert "No map of this trace says what this line became or where it came from." in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--unit", "kernel-9"], "there is no unit 'kernel-9'; did you mean kernel-0? Choose from: program, frame-0-0"),
        (["--stage", "indutor"], "there is no stage 'indutor'; did you mean inductor?"),
        (["--unit", "kernel-0", "--stage", "dynamo"], "there is no stage in unit 'kernel-0' named 'dynamo'"),
        (["--line", "mlp.py:15"], "mlp.py has no line 15; its lines are 1 to 14"),
        (["--stage", "zzz"], "there is no stage 'zzz'. Choose from: python-source, dynamo, aotautograd, "),
        (["--line", "mlp.py:0"], "mlp.py has no line 0; its lines are 1 to 14"),
        (["--line", "mpl.py:1"], "there is no text 'mpl.py'; did you mean mlp.py?"),
        (["--line", "mlp.py"], "'mlp.py' names no line; write a file and a number, like mlp.py:1"),
        (["--line", "mlp.py:1", "--unit", "kernel-0"], "leave out --unit and --stage"),
        (["--line", "kernel-0/so:1"], "there is no text 'kernel-0/so'"),
    ],
)
def test_a_wrong_word_is_told_with_what_there_is(mlp: Path, words: list[str], sentence: str) -> None:
    result = chipward("show", mlp, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_no_bundle_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.chipward").write_bytes(b"PK\x03\x04 nothing")
    for path in (tmp_path / "no.chipward", tmp_path / "none.chipward"):
        result = chipward("show", path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert path.name in result.stderr
        assert result.stderr.count("\n") == 1


@_WITHOUT_RIGHTS
@pytest.mark.parametrize("closed", ["run.chipward", "folder"])
@pytest.mark.parametrize("command", [["show"], ["open"], ["export", "-o", "run.html"]])
def test_what_may_not_be_read_is_told_in_a_sentence(tmp_path: Path, command: list[str], closed: str) -> None:
    write_trace(tmp_path / "run.chipward")
    (tmp_path / "folder").mkdir()
    (tmp_path / closed).chmod(0)
    done = _without_rights([*command, closed], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"chipward: {closed}")
    assert "(Permission denied); name a f" in done.stderr
    assert done.stderr.count("\n") == 1


@_WITHOUT_RIGHTS
def test_a_recording_that_may_not_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "run.chipward.part").mkdir(mode=0)
    done = _without_rights(["finish", "run.chipward.part"], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "run.chipward.part cannot be used (Permission denied)" in done.stderr
    assert done.stderr.count("\n") == 1


def _without_rights(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line as somebody whom closed files are closed to."""
    rights = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    command = [*rights, sys.executable, "-m", "chipward", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--json"],
        ["--stage", "inductor"],
        ["--stage", "unheard-of"],
        ["--line", "<img src=x onerror=alert(1)>.py:2"],
        ["--line", "hostile/text:2", "--json"],
    ],
)
def test_no_trace_can_command_the_terminal(hostile: Path, words: list[str]) -> None:
    done = outside("show", hostile, *words, PYTHONIOENCODING="utf-8", COLUMNS="80")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert not {sign for sign in done.stdout if not sign.isprintable()} - {"\n"}
    assert max(map(len, done.stdout.splitlines())) < 2_100
