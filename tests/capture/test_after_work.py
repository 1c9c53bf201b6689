"""Slow work is done after the program, in parallel, and can fail or be stopped without losing the rest."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from programs import WAIT, Place

from chipward.bundle.spool import tasks
from chipward.capture.after_work import NOT_ASKED
from chipward.capture.crew import DIED, NO_DEVICES, STOPPED

PROGRAM = """
import sys, torch
torch.op("first")
torch.op("second")
for number, way in enumerate(sys.argv[1:]):
    torch.slow(way=way, unit=("first", "second")[number % 2], what=f"{number} ({way})", stage="cpp")
print("ended")
sys.exit(3)
"""


def missing(place: Place) -> dict[str, str]:
    with place.bundle() as bundle:
        return {gone.what: gone.why for gone in bundle.trace.missing if gone.stage == "cpp"}


def running() -> list[bytes]:
    """The words of every process there is."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            found.append(process.read_bytes())
    return found


def made(place: Place) -> set[str]:
    with place.bundle() as bundle:
        return {artifact.id for artifact in bundle.trace.artifacts if artifact.id.endswith("/made")}


def test_tasks_are_done_and_what_they_print_is_swallowed(place: Place) -> None:
    done = place.traced(place.write(PROGRAM), "make", "make")
    assert (done.returncode, done.stdout, done.stderr) == (3, b"ended\n", b"")
    assert made(place) == {"first/made", "second/made"}
    assert not place.spool.exists()
    assert not [words for words in running() if str(place.spool).encode() in words]


def test_a_task_that_fails_or_dies_is_missing_and_the_others_are_not(place: Place) -> None:
    done = place.traced(place.write(PROGRAM), "raise", "die", "choke", "make", options=())
    assert done.returncode == 3
    assert b"chipward: after-work: 4 tasks; Ctrl-C stops it and keeps the rest\n" in done.stderr
    assert missing(place) == {
        "0 (raise)": "Looking at it failed: ValueError: at 0x… it broke (stand_in_tasks.py, line 15).",
        "1 (die)": DIED.format("exit code 1"),
        "2 (choke)": f"{DIED.format('exit code 1')} It said: it is too much",
    }
    assert made(place) == {"second/made"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_after_work_that_is_stopped_leaves_the_rest(place: Place, number: signal.Signals) -> None:
    ways = ["sleep"] * 5
    with subprocess.Popen(
        place.command(place.write(PROGRAM), *ways, options=()),
        cwd=place.folder,
        env=place.environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as process:
        assert process.stderr
        assert b"after-work: 5 tasks" in process.stderr.readline()
        process.send_signal(number)
        _, err = process.communicate(timeout=WAIT)
    assert process.returncode == 3
    assert b"run.chipward holds 2 units" in err
    assert missing(place) == {f"{place} (sleep)": STOPPED for place in range(5)}


def test_after_work_that_is_not_wanted_is_left_out_but_for_what_is_quick(place: Place) -> None:
    quick = 'torch.slow(way="make", unit="second", quick=True)'
    place.traced(
        place.write(PROGRAM.replace("print", f"{quick}\nprint")), "make", options=("--quiet", "--no-after-work")
    )
    assert missing(place) == {"0 (make)": NOT_ASKED}
    assert made(place) == {"second/made"}


def test_work_that_is_left_by_work_is_done_in_a_further_round(place: Place) -> None:
    done = place.traced(place.write(PROGRAM), "leave leave make", "make", "leave raise", options=())
    told = [line for line in done.stderr.decode().splitlines() if "after-work" in line]
    assert told == [
        "chipward: after-work: 3 tasks; Ctrl-C stops it and keeps the rest",
        "chipward: after-work: 2 tasks more; Ctrl-C stops it and keeps the rest",
        "chipward: after-work: 1 task more; Ctrl-C stops it and keeps the rest",
    ]
    assert made(place) == {"first/made", "second/made"}
    (gone,) = missing(place).items()
    assert gone[0] == "2 (leave raise) after it"
    assert not [words for words in running() if str(place.spool).encode() in words]


def test_work_that_was_left_and_never_begun_is_missing(place: Place) -> None:
    hands = len(os.sched_getaffinity(0))
    sleeping = hands + 1  # one more than the workers that have not done the first task
    with subprocess.Popen(
        place.command(place.write(PROGRAM), "leave make", *["sleep"] * sleeping, options=()),
        cwd=place.folder,
        env=place.environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as process:
        assert process.stderr
        assert f"after-work: {sleeping + 1} tasks".encode() in process.stderr.readline()
        while not (place.spool / f"journal-0.{hands + 1}.jsonl").exists():  # whoever did the first has gone on to it
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT)
    assert missing(place) == {f"{number} (sleep)": STOPPED for number in range(1, sleeping + 1)} | {
        "0 (leave make) after it": STOPPED
    }


def test_a_worker_stays_in_one_room(place: Place) -> None:
    program = """
import torch
torch.op("first")
for number in range(8):
    torch.slow(way="tell", unit="first", what=f"{'ab'[number % 2]}{number}", room="ab"[number % 2])
torch.slow(way="tell", unit="first", what="c8")
"""
    place.traced(place.write(program))
    with place.bundle() as bundle:
        told = [(each.id, bundle.text(each.id)) for each in bundle.trace.artifacts if each.title == "told"]
    rooms = [{text for name, text in told if name.startswith(f"first/{room}")} for room in "abc"]
    assert len(told) == 9
    assert all(rooms)
    assert not rooms[0] & rooms[1]
    assert not (rooms[0] | rooms[1]) & rooms[2]


def test_in_a_room_no_device_of_this_machine_is_to_be_seen(place: Place) -> None:
    place.environment.pop("ROCR_VISIBLE_DEVICES", None)
    place.environment |= {"CUDA_VISIBLE_DEVICES": "0", "HIP_VISIBLE_DEVICES": "0"}
    program = """
import os, torch
torch.op("first")
torch.slow(way="see", unit="first", what="inside", room="cuda:h100")
torch.slow(way="see", unit="first", what="outside")
print({name: each for name, each in sorted(os.environ.items()) if name.endswith("_VISIBLE_DEVICES")})
"""
    done = place.traced(place.write(program))
    theirs = "{'CUDA_VISIBLE_DEVICES': '0', 'HIP_VISIBLE_DEVICES': '0'}\n"
    with place.bundle() as bundle:
        seen = {str(each.id): bundle.text(each.id) for each in bundle.trace.artifacts if each.title == "told"}
    assert done.stdout.decode() == seen["first/outside"] == theirs
    assert seen["first/inside"] == str(dict.fromkeys(sorted(NO_DEVICES), "")) + "\n"
    assert len(NO_DEVICES) == 3


def test_a_recording_can_be_finished_twice(place: Place) -> None:
    # The first time it is cut short in the middle: the journals of one task that is done and one that is not are there.
    with subprocess.Popen(
        place.command(place.write(PROGRAM), "make", "sleep", options=()),
        cwd=place.folder,
        env=place.environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as process:
        assert process.stderr
        assert b"after-work" in process.stderr.readline()
        first, _ = tasks(place.spool)
        while not (first.is_done(place.spool) and (place.spool / "journal-0.2.jsonl").exists()):
            assert process.poll() is None
            sleep(0.05)
        process.kill()
    command = [sys.executable, "-m", "chipward", "finish", str(place.spool), "--no-after-work"]
    done = subprocess.run(command, check=True, capture_output=True, env=place.environment)
    assert b"holds 2 units" in done.stderr
    assert missing(place) == {"1 (sleep)": NOT_ASKED}
    assert made(place) == {"first/made"}
