"""Where nothing can be written: refused before the program runs, or said in a sentence after it has run undisturbed."""

import resource
import subprocess
from pathlib import Path

import pytest
from programs import Place

from chipward.bundle.read import open_bundle
from chipward.capture.entry import Entry
from chipward.capture.output import Spool, check_output
from chipward.errors import Misuse

RUNS = "open('it-ran', 'w').close()\nimport random, torch\nrandom.seed(0)\ntorch.op('first')\n"
FILLS = """
import os, sys, torch
torch.op("first")
for number in range(60):
    torch.op(f"op-{number}", os.urandom(5000).hex())
print("ended")
sys.exit(4)
"""
LARGE = "import os\nfor n in range(3): torch.op(f'op-{n}', os.urandom(3000).hex())\nprint('ended')"
SMALL_DISK = ["unshare", "--mount", "--map-root-user", "sh", "-c"]


def refused(done: "subprocess.CompletedProcess[bytes]", place: Place, sentence: str) -> None:
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"chipward: {sentence}\n"
    assert not (place.folder / "it-ran").exists()


def test_an_output_in_no_folder_is_refused_before_the_program_runs(place: Place) -> None:
    place.out = "nowhere/run.chipward"
    sentence = (
        "nowhere/run.chipward cannot be written (No such file or directory); name a file in another folder with -o"
    )
    refused(place.traced(place.write(RUNS)), place, sentence)


def test_a_folder_that_takes_no_files_is_refused(place: Place) -> None:
    place.out = "/proc/run.chipward"
    sentence = "/proc/run.chipward cannot be written (No such file or directory); name a file in another folder with -o"
    refused(place.traced(place.write(RUNS)), place, sentence)


def test_what_is_no_bundle_is_not_written_over(place: Place) -> None:
    (place.folder / "run.chipward").write_text("my thesis")
    sentence = "run.chipward exists and is not a bundle of chipward's; name another file with -o, or move it away"
    refused(place.traced(place.write(RUNS)), place, sentence)
    assert (place.folder / "run.chipward").read_text() == "my thesis"
    assert not place.spool.exists()


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="is a folder"):
        check_output(tmp_path)


def test_a_bundle_is_replaced_by_the_next_run_and_so_is_an_empty_file(place: Place) -> None:
    (place.folder / "run.chipward").touch()
    for word in ("first", "second"):
        place.traced(place.write(f"import torch; torch.op('{word}')"))
        with place.bundle() as bundle:
            assert [unit.id for unit in bundle.trace.units] == [word]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("nowhere.py", "nowhere.py does not exist; name a Python script, or a module after -m"),
        ("folder", "folder is a folder without __main__.py; name a script in it"),
    ],
)
def test_a_script_that_python_could_not_open_is_refused(place: Place, script: str, sentence: str) -> None:
    (place.folder / "folder").mkdir()
    refused(place.traced(script), place, sentence)
    assert not place.spool.exists()


def test_a_program_that_touches_no_framework_hears_what_was_looked_for(place: Place) -> None:
    done = place.traced(place.write("print(1)"), options=())
    why = "None of its processes imported a framework that chipward watches (jax, torch)."
    assert f"chipward: missing: What a framework made of the program: {why}\n" in done.stderr.decode()
    with place.bundle() as bundle:
        assert [gone.why for gone in bundle.trace.missing] == [why]


def test_a_program_with_a_syntax_error_leaves_a_bundle_that_says_so(place: Place) -> None:
    assert place.traced(place.write("x = = 1")).returncode == 1
    with place.bundle() as bundle:
        assert (bundle.trace.outcome.ending, bundle.trace.outcome.exit_code) == ("exited", 1)


def traced_on_a_small_disk(place: Place, name: str, size: str) -> "subprocess.CompletedProcess[bytes]":
    """Trace a program with the recording on a disk of some size; the bundle itself is written to a larger one."""
    place.spool.mkdir()
    mount = f'mount -t tmpfs -o size={size} none "$0"'
    if subprocess.run([*SMALL_DISK, mount, place.spool], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    command = [*SMALL_DISK, f'{mount} && exec "$@"', place.spool, *place.command(name, options=())]
    return subprocess.run(command, cwd=place.folder, env=place.environment, capture_output=True, check=False)


def test_a_disk_that_is_full_while_the_program_runs_stops_the_recording_alone(place: Place) -> None:
    done = traced_on_a_small_disk(place, place.write(FILLS), "200k")
    assert (done.returncode, done.stdout) == (4, b"ended\n")
    sentence = "The recording stopped early: No space left on device."
    assert f"chipward: lost: {sentence}\n" in done.stderr.decode()
    with place.bundle() as bundle:
        assert bundle.text("first/text") == "first\n"
        assert bundle.trace.outcome.note == sentence
        assert bundle.trace.outcome.exit_code == 4


def test_a_disk_that_is_full_beforehand_is_told_before_the_program_runs(place: Place) -> None:
    done = traced_on_a_small_disk(place, place.write(RUNS), "4k")
    sentence = (
        "nothing can be written beside run.chipward: The recording stopped early: No space left on device. "
        "Make room, or name another place with -o"
    )
    refused(done, place, sentence)


def test_a_file_that_may_not_grow_stops_the_recording_alone(place: Place) -> None:
    code = "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\nfor n in range(99): torch.op(f'op-{n}')\nprint(1)"
    done = place.traced(place.write(f"import resource, torch\n{code}"), options=())
    assert (done.returncode, done.stdout) == (0, b"1\n")
    assert b"chipward: lost: " in done.stderr
    with place.bundle() as bundle:
        assert bundle.text("op-0/text") == "op-0\n"
        assert bundle.trace.outcome.note


def test_a_disk_that_is_full_when_the_bundle_is_made_leaves_the_recording(place: Place) -> None:
    limit = 7000
    done = place.traced(
        place.write(RUNS + LARGE),
        options=(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert (done.returncode, done.stdout) == (0, b"ended\n")
    told = done.stderr.decode()
    assert "cannot be written (File too large)" in told
    assert told.count(f"kept in {place.spool}") == 1
    assert told.endswith("`chipward open` reads the recording, and `chipward finish` makes a bundle of it\n")
    assert not (place.folder / "run.chipward").exists()
    with open_bundle(place.spool) as bundle:
        assert len(bundle.trace.units) == 4


def test_what_is_left_goes_by_the_name_of_its_bundle(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match=r"is no folder; name what a run has left"):
        Spool.left(tmp_path / "run.chipward.part", tmp_path / "run.chipward")


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (Entry("folder/train.py"), "train.chipward"),
        (Entry("train"), "train.chipward"),
        (Entry("package.module", is_module=True), "package.module.chipward"),
    ],
)
def test_the_bundle_is_named_by_the_program(entry: Entry, name: str) -> None:
    assert str(entry.default_output) == name
