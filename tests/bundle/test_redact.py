"""Copies that can be passed on: what was to be taken out is nowhere in them, and the line maps still hold."""

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote
from zipfile import ZipFile

import pytest
import recorded
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.bundle.read import Bundle, open_bundle
from chipward.bundle.redact import redact
from chipward.bundle.redaction.source_lines import PLACEHOLDER, SHORTEST
from chipward.bundle.redaction.told import sayings
from chipward.errors import Misuse
from chipward.model.trace import Trace

# Homes, spelled in two parts: no such path may stand in a file of the project.
HOME, USERS, SUPERUSER = ("/" + name for name in ("home", "Users", "root"))

WHAT = [("paths",), ("source",), ("source", "paths")]

QUOTING = """# File: {path}:2 in f, code: return torch.relu(x + 1)
relu = add.relu()
{{"file": {json}, "code": "return torch.relu(x + 1)"}}
#line 2 "{path}"
g++ -I{folder}/include -I'{folder}/include' {escaped}
"""


def redacted(path: Path, what: Sequence[str]) -> tuple[Trace, bytes]:
    """Redact a bundle; return the trace of the copy, and all its bytes unpacked."""
    out = path.with_suffix(".redacted")
    with open_bundle(path) as bundle:
        trace = redact(bundle, what, out)
    with open_bundle(out) as copy, ZipFile(out) as opened:
        assert copy.trace == trace
        everything = b"\n".join(copy.raw(artifact.id) for artifact in trace.artifacts)
        for entry in trace.maps:
            copy.line_map(entry.id)
        return trace, everything + b"".join(opened.read(name) for name in opened.namelist())


def bundle_at(folder: Path, home: Path, extra: str = "") -> Path:
    """Record a program that lies in a folder, with texts that name it in every spelling."""
    journal = Journal(folder / "spool")
    train, home_folder = home / "train.py", str(home)
    journal.program(kind="script", entry=str(train), arguments=(f"--data={home}/data",), directory=home_folder)
    journal.environment(
        system="Linux",
        machine="x86_64",
        python="3.11",
        variables={"TORCHINDUCTOR_CACHE_DIR": f"{home}/cache", "PATH": f"/usr/bin:{home}/bin"},
    )
    journal._sources[str(train)] = source_id = journal.artifact(
        journal.unit("program", name="Program", kind="program"),
        "train.py",
        stage=None,
        kind="python-source",
        title=str(train),
        content=recorded.SOURCE,
        how="Read",
    )
    journal._write("file", path=str(train), artifact=source_id)
    unit = journal.unit("frame-0", name=f"f at {train}", kind="frame", place=(source_id, 1, (4, 5)), note=f"In {home}.")
    text = QUOTING.format(path=train, json=json.dumps(str(train)), folder=home, escaped=str(train).replace(" ", "\\ "))
    graph = journal.artifact(
        unit, "graph", stage=None, kind="fx-graph", title=f"Graph of {train}", content=text, how=f"Read from {home}",
        command=("cat", str(train), f"-I{home}"),
    )  # fmt: skip
    for name, content in (("clean", b"\0clean"), ("marked", b"\0" + str(train).encode() + b"\0")):
        journal.artifact(unit, name, stage=None, kind="shared-object", title=name, content=content, how="Compiled")
    if extra:
        journal.artifact(unit, "extra", stage=None, kind="guards", title="Guards", content=extra, how="Handed over")
    journal.map(source_id, graph, [(2, 1, "exact", (4, 9)), (2, 2, "exact", (3, 5))], method=f"Names in {home}")
    journal.map(graph, source_id, [(1, 2, "exact", (4, 9)), (2, 2, "exact", (3, 5))], method="Back")
    journal.finding(
        "graph-break", f"It breaks in {train}: return torch.relu(x + 1)", unit=unit, place=(graph, 1, (0, 4))
    )
    journal.missing(f"The log of {home}", f"{home}/log is empty.")
    journal.outcome(ending="finished", note=f"{home} is full.")
    pack(folder / "spool", folder / "run.chipward")
    return folder / "run.chipward"


def test_paths_are_gone_and_what_they_were_is_still_told(tmp_path: Path) -> None:
    home = tmp_path / "my home" / "prøject"
    trace, everything = redacted(bundle_at(tmp_path, home), ["paths"])
    for spelling in (str(home), str(home).replace(" ", "\\ "), json.dumps(str(home))[1:-1], quote(str(home))):
        assert spelling.encode() not in everything
    assert trace.program.model_dump() | {"files": ()} == {
        "kind": "script",
        "entry": "<program>/train.py",
        "arguments": ("--data=<program>/data",),
        "directory": "<program>",
        "files": (),
    }
    assert trace.environment.variables["PATH"] == "/usr/bin:<program>/bin"
    assert trace.environment.settings == {"redacted": "paths"}
    assert trace.findings[0].text == "It breaks in <program>/train.py: return torch.relu(x + 1)"


def test_a_binary_that_names_a_path_is_missing_and_another_is_kept(tmp_path: Path) -> None:
    trace, _ = redacted(bundle_at(tmp_path, tmp_path / "home"), ["paths"])
    assert [artifact.id for artifact in trace.artifacts] == ["program/train.py", "frame-0/clean", "frame-0/graph"]
    assert ("marked", "frame-0") in {(missing.what, missing.unit) for missing in trace.missing}


@pytest.mark.parametrize("what", WHAT, ids="+".join)
def test_lines_stay_where_they_were(tmp_path: Path, what: tuple[str, ...]) -> None:
    path = bundle_at(tmp_path, tmp_path / "home")
    trace, _ = redacted(path, what)
    with open_bundle(path) as old, open_bundle(path.with_suffix(".redacted")) as new:
        for artifact in trace.artifacts:
            assert artifact.lines == old.artifact(artifact.id).lines
        for entry in trace.maps:
            assert [edge[:3] for edge in new.line_map(entry.id)] == [edge[:3] for edge in old.line_map(entry.id)]


def test_columns_stay_in_lines_that_did_not_change(tmp_path: Path) -> None:
    path = bundle_at(tmp_path, tmp_path / "home")

    def columns() -> list[list[object]]:
        with open_bundle(path.with_suffix(".redacted")) as bundle:
            return [[edge.columns for edge in bundle.line_map(entry.id)] for entry in bundle.trace.maps]

    trace, _ = redacted(path, ["paths"])
    assert columns() == [[(4, 9), (3, 5)], [None, (3, 5)]]
    assert (trace.units[1].place, trace.findings[0].place) != (None, None)
    assert trace.units[1].place is not None
    assert trace.units[1].place.columns == (4, 5)
    assert trace.findings[0].place is not None
    assert trace.findings[0].place.columns is None
    redacted(path, ["source"])
    assert columns() == [[None, None], [None, (3, 5)]]


def test_the_source_is_gone_and_said_to_be_taken_out(tmp_path: Path) -> None:
    train = tmp_path / "home" / "train.py"
    path = bundle_at(tmp_path, tmp_path / "home")
    trace, everything = redacted(path, ["source"])
    assert b"return torch.relu" not in everything
    with open_bundle(path.with_suffix(".redacted")) as bundle:
        assert bundle.text("program/train.py") == "\n\n"
        assert bundle.text("frame-0/graph").splitlines()[:3] == [
            f"# File: {train}:2 in f, code: {PLACEHOLDER}",
            "relu = add.relu()",
            f'{{"file": "{train}", "code": "{PLACEHOLDER}"}}',
        ]
    assert "The source of the program" in {missing.what for missing in trace.missing}


def test_a_quotation_is_taken_out_even_if_its_file_was_not_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("f", name="f", kind="frame")
    text = "# File: m.py:1 in g, code: secret = a @ b\n    # code: again(secret)\ncode = 1\n"
    journal.artifact("f", "graph", stage=None, kind="fx-graph", title="t", content=text, how="h")
    pack(tmp_path / "spool", tmp_path / "run.chipward")
    _, everything = redacted(tmp_path / "run.chipward", ["source"])
    assert b"secret" not in everything
    assert b"code = 1\n" in everything


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{HOME}/alice/x.py", "<home>/x.py"),
        (f'File "{USERS}/alice/My Work/x.py"', 'File "<home>/My Work/x.py"'),
        (f"{SUPERUSER}/.cache/x", "<home>/.cache/x"),
        ("/rooted/x", "/rooted/x"),
        ("/tmp/torchinductor_alice/ab/cab.cpp", "<temp>/ab/cab.cpp"),  # noqa: S108 -- a text
        ("/private/var/folders/ab/cd_12/T/tmpx1/k.so", "<temp>/k.so"),
        ("-L/opt/conda/lib/python3.11/site-packages/torch/lib", "-L<site-packages>/torch/lib"),
        ("/opt/conda/bin/python3.11 -c", "<python>/bin/python3.11 -c"),
        ("/opt/conda/include/python3.11/Python.h", "<python>/include/python3.11/Python.h"),
        ("/usr/bin/g++ /usr/lib/x86_64-linux-gnu/libc.so", "/usr/bin/g++ /usr/lib/x86_64-linux-gnu/libc.so"),
        ("a / b // c", "a / b // c"),
        ("auto tmp2 = tmp0 / tmp1;", "auto tmp2 = tmp0 / tmp1;"),
    ],
)
def test_paths_of_every_machine_are_known(tmp_path: Path, text: str, left: str) -> None:
    journal = Journal(tmp_path / "spool")
    journal.program(kind="script", entry="x.py", directory="/")
    journal.unit("f", name="f", kind="frame")
    journal.artifact("f", "log", stage=None, kind="compile-log", title="t", content=text, how="h")
    pack(tmp_path / "spool", tmp_path / "run.chipward")
    redacted(tmp_path / "run.chipward", ["paths"])
    with open_bundle(tmp_path / "run.redacted") as bundle:
        assert bundle.text("f/log") == left


def test_paths_whose_beginning_was_cut_off_are_taken_out_too(tmp_path: Path) -> None:
    home = Path("/srv/alice/my model")
    path = bundle_at(tmp_path, home, extra=(
        "# ce/my model/train.py:2 in f\n"
        "# /my model/train.py:2\n"
        "# model/train.py train.py 'srv/alice/my model/train.py'\n"
        f"remodel/train.py home/bob/x.py somehome/bob/x.py {HOME}/bob/x.py\n"
    ))  # fmt: skip
    redacted(path, ["paths"])
    with open_bundle(path.with_suffix(".redacted")) as bundle:
        assert bundle.text("frame-0/extra").split("\n") == [
            "# <program>/train.py:2 in f",
            "# <program>/train.py:2",
            "# <program>/train.py train.py '<program>/train.py'",
            "remodel/train.py <home>/x.py somehome/bob/x.py <home>/x.py",
            "",
        ]


VARIABLES = {"A": "/data/a:/data/b", "B": "/data/a/c", "C": "/"}


def test_folders_that_have_no_name_of_their_own_get_a_number(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.program(kind="script", entry="/app/x.py", directory="/app")
    journal.environment(
        system="s", machine="m", python="3", variables={"A": "/data/a:/data/b", "B": "/data/a/c", "C": "/"}
    )
    pack(tmp_path / "spool", tmp_path / "run.chipward")
    trace, _ = redacted(tmp_path / "run.chipward", ["paths"])
    assert trace.environment.variables == {"A": "<folder-1>:<folder-2>", "B": "<folder-1>/c", "C": "/"}
    assert trace.program.entry == "<program>/x.py"


STEP = st.text(st.characters(codec="utf-8", exclude_characters="/\0<>\\"), min_size=1, max_size=8).filter(
    lambda step: step.strip(". ") and not step.isdigit()
)
FOLDERS = st.lists(STEP, min_size=2, max_size=4).map(lambda steps: Path("/" + "/".join(["srv", *steps])))
FEW = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(FOLDERS, st.sampled_from([("paths",), ("source", "paths")]))
def test_no_path_is_left_anywhere(home: Path, what: tuple[str, ...]) -> None:
    with TemporaryDirectory() as folder:
        trace, everything = redacted(bundle_at(Path(folder), home), what)
    for spelling in (str(home), json.dumps(str(home))[1:-1]):
        assert spelling.encode() not in everything
    assert trace.program.directory.startswith("<")


LINE = st.text(st.characters(codec="utf-8", exclude_characters="\0\n<>"), max_size=24)


@FEW
@given(st.lists(LINE, max_size=6), st.sampled_from([("source",), ("source", "paths")]))
def test_no_line_of_the_source_is_left_anywhere(lines: list[str], what: tuple[str, ...]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "train.py").write_text("\n".join(lines))
        journal = Journal(folder / "spool")
        journal.program(kind="script", entry="train.py", directory="/srv/x")
        journal.source(folder / "train.py")
        journal.unit("f", name="f", kind="frame")
        for line in lines:
            journal.finding("note", f"It stands at {line}, once more {line}{line}.", evidence=("f/quotes", 1))
        text = "".join(f"x{line}y {json.dumps(line)} {line}\n  # code: {line}\n" for line in lines)
        facts = {"stage": None, "kind": "fx-graph", "title": "Quotes", "how": "By hand"}
        journal.artifact("f", "quotes", content=text, **facts)
        journal.artifact("f", "binary", content=b"\0" + text.encode(), **facts)
        pack(folder / "spool", folder / "run.chipward")
        trace, _ = redacted(folder / "run.chipward", what)
        with open_bundle(folder / "run.redacted") as bundle:
            left = "\n".join([*(bundle.text(each.id) for each in trace.artifacts), *sayings(trace)])
    assert not [line for line in lines if len(line.strip()) >= SHORTEST and line.strip() in left]


def test_what_is_no_redaction_is_refused(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with open_bundle(path) as bundle:
        for what, told in ((["names", "paths"], "names"), ([], "nothing")):
            with pytest.raises(Misuse, match=f"--redact: {told} cannot be taken out; name source, paths, or both"):
                redact(bundle, what, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_bundle_may_take_its_own_place(tmp_path: Path) -> None:
    path = recorded.bundle(tmp_path)
    with open_bundle(path) as bundle:
        redact(bundle, ["source"], path)
    with open_bundle(path) as bundle:
        assert isinstance(bundle, Bundle)
        assert bundle.text("program/train.py") == "\n\n"


def test_the_same_bundle_gives_the_same_copy(tmp_path: Path) -> None:
    path = bundle_at(tmp_path, tmp_path / "home")
    copies = []
    for _ in range(2):
        redacted(path, ["source", "paths"])
        copies.append(path.with_suffix(".redacted").read_bytes())
    assert copies[0] == copies[1]


def test_a_copy_of_a_copy_is_the_copy(tmp_path: Path) -> None:
    path = bundle_at(tmp_path, tmp_path / "home")
    trace, _ = redacted(path, ["source", "paths"])
    again, _ = redacted(path.with_suffix(".redacted").rename(tmp_path / "copy.chipward"), ["source", "paths"])
    assert again == trace


def test_a_text_made_of_slashes_takes_no_longer_than_any_other(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.unit("f", name="f", kind="frame")
    content = "/a" * 200_000 + "\n" + "/" * 200_000 + "\n" + "x" * 300_000
    journal.artifact("f", "log", stage=None, kind="compile-log", title="t", content=content, how="h")
    pack(tmp_path / "spool", tmp_path / "run.chipward")
    trace, _ = redacted(tmp_path / "run.chipward", ["source", "paths"])
    assert trace.artifacts[0].bytes == len(content)
