"""Signals reach the program that they are meant for, and whatever dies, what was seen stays readable."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from programs import WAIT, Place

from chipward.bundle.read import open_bundle

# It says when it listens, and how often Ctrl-C reached it.
LISTENS = """
import signal, sys, time, torch
torch.op("first")
times = []
signal.signal(signal.SIGINT, lambda *_: times.append(1))
print("listening", flush=True)
while not times:
    time.sleep(0.05)
time.sleep(0.5)
print("interrupted", len(times), flush=True)
sys.exit(7)
"""


@contextmanager
def running(
    place: Place, program: str, *, options: tuple[str, ...] = ("--quiet",)
) -> Iterator[subprocess.Popen[bytes]]:
    command = place.command(place.write(program), options=options)
    with subprocess.Popen(
        command,
        cwd=place.folder,
        env=place.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"listening\n"
        yield process


def program_of(process: subprocess.Popen[bytes]) -> int:
    return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])


def names(place: Place) -> list[str]:
    with place.bundle() as bundle:
        return [unit.id for unit in bundle.trace.units]


def test_an_interrupt_sent_to_chipward_alone_reaches_the_program_once(place: Place) -> None:
    with running(place, LISTENS) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=WAIT)
    assert (process.returncode, out, err) == (7, b"interrupted 1\n", b"")
    assert names(place) == ["first"]


def test_ctrl_c_on_a_terminal_reaches_the_program_once(place: Place) -> None:
    command = place.command(place.write(LISTENS))
    process, terminal = pty.fork()
    if not process:
        os.chdir(place.folder)
        os.execve(command[0], command, place.environment)  # noqa: S606 -- it is the process under test
    told = b""
    while b"listening" not in told:
        told += os.read(terminal, 1024)
    os.write(terminal, b"\x03")
    while not told.endswith(b"\n") or b"interrupted" not in told:
        told += os.read(terminal, 1024)
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 7
    assert b"interrupted 1" in told
    assert names(place) == ["first"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGUSR2])
def test_a_signal_that_kills_the_program_kills_chipward_after_it_has_packed(
    place: Place, number: signal.Signals
) -> None:
    with running(place, LISTENS) as process:
        process.send_signal(number)
        process.communicate(timeout=WAIT)
    assert process.returncode == -number
    with place.bundle() as bundle:
        outcome = bundle.trace.outcome
        assert (outcome.ending, outcome.signal, outcome.exit_code) == ("killed", number.name, None)
    assert names(place) == ["first"]


def test_an_end_is_heard_where_ends_are_ignored(place: Place) -> None:
    name = place.write("print(1)")
    done = place.traced(name, preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert (done.returncode, done.stdout) == (0, b"1\n")


def test_a_program_that_is_killed_leaves_all_that_came_before(place: Place) -> None:
    with running(place, LISTENS, options=()) as process:
        os.kill(program_of(process), signal.SIGKILL)
        _, err = process.communicate(timeout=WAIT)
    assert process.returncode == -signal.SIGKILL
    assert b"run.chipward holds 1 unit" in err
    with place.bundle() as bundle:
        assert (bundle.trace.outcome.ending, bundle.trace.outcome.signal) == ("killed", "SIGKILL")
        assert bundle.text("first/text") == "first\n"


def test_chipward_killed_leaves_a_folder_that_opens_and_can_be_finished(place: Place) -> None:
    with running(place, LISTENS) as process:
        program = program_of(process)
        process.kill()
        process.wait(timeout=WAIT)
        os.kill(program, signal.SIGKILL)
    with open_bundle(place.spool) as bundle:
        assert bundle.trace.outcome.ending == "unknown"
        assert bundle.trace.program.entry == "program.py"
        assert bundle.text("first/text") == "first\n"
    finished = subprocess.run(
        [sys.executable, "-m", "chipward", "finish", place.spool.name],
        cwd=place.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0
    assert finished.stderr.startswith("chipward: run.chipward holds 1 unit, 1 artifact,")
    assert not place.spool.exists()
    assert names(place) == ["first"]


def test_what_a_killed_run_has_left_is_kept_when_the_next_one_starts(place: Place) -> None:
    with running(place, LISTENS) as process:
        process.kill()
        process.wait(timeout=WAIT)
    done = place.traced(place.write("print(1)"), options=())
    assert b"an earlier run was cut short; what it saw is kept in" in done.stderr
    with open_bundle(place.folder / "run.1.chipward.part") as bundle:
        assert [unit.id for unit in bundle.trace.units] == ["first"]


def test_two_runs_cannot_write_the_same_bundle(place: Place) -> None:
    with running(place, LISTENS) as process:
        second = place.traced("program.py")
        assert second.returncode == 2
        assert second.stderr.decode() == (
            f"chipward: {place.spool} is being written by another run; wait for its end, or name another file with -o\n"
        )
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT)
    assert names(place) == ["first"]
