"""A traced program cannot be told from a bare one: what it prints, how it ends, what it finds around it."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from programs import Place

ADDRESS = re.compile(rb"0x[0-9a-f]+")
SURROUNDINGS = """
import os, sys
print(sys.argv, sys.path, sys.flags, sys.orig_argv, __name__, __file__, __spec__, os.getcwd(), sys.stdin.isatty())
print({name: value for name, value in os.environ.items()})
print(os.environb.get(b"PYTHONPATH"), "sitecustomize" in sys.modules)
"""

ENDINGS = {
    "an exception": "def f(x):\n    return 1 / x\n\nf(0)\n",
    "a chain of exceptions": "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError('é') from e\n",
    "a group of exceptions": "raise ExceptionGroup('many', [ValueError(1), TypeError(2)])\n",
    "a syntax error": "print('never')\nx = = 1\n",
    "an exit with a message": "import sys\nprint('out', flush=True)\nsys.exit('no more')\n",
    "an exit code": "import sys\nsys.exit(77)\n",
    "os._exit": "import os, torch\nprint('said', flush=True)\nos._exit(5)\n",
    "a module that is not there": "import nowhere\n",
    "a module that fails": "import broken\n",
    "a framework that fails": "import torch.broken\n",
    "a command that is not there": "import os, subprocess\nsubprocess.run(['/nowhere/at/all'], env=dict(os.environ))\n",
    "an exception in a thread": "from threading import Thread\nt = Thread(target=lambda: 1 / 0)\nt.start()\nt.join()\n",
    "a warning": "import warnings\nwarnings.warn('look out')\n",
    "an exception that nobody can catch": "class A:\n    def __del__(self): 1 / 0\na = A()\ndel a\n",
    "abort": "import os\nos.abort()\n",
    "SIGKILL": "import os, signal\nprint('said', flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "SIGTERM": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n",
    "SIGINT": "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n",
    "SIGUSR1": "import os, signal\nos.kill(os.getpid(), signal.SIGUSR1)\n",
    "a segmentation fault": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n",
    "bytes that are no text": "import os\nos.write(1, bytes(range(256)))\nos.write(2, b'\\xff')\n",
}


def assert_same(place: Place, *words: str, **extra: object) -> subprocess.CompletedProcess[bytes]:
    bare, traced = place.bare(*words, **extra), place.traced(*words, **extra)
    assert traced.returncode == bare.returncode
    assert ADDRESS.sub(b"0x", traced.stdout) == ADDRESS.sub(b"0x", bare.stdout)
    assert ADDRESS.sub(b"0x", traced.stderr) == ADDRESS.sub(b"0x", bare.stderr)
    return traced


@pytest.mark.parametrize("program", ENDINGS.values(), ids=ENDINGS)
def test_a_program_ends_as_it_would(place: Place, program: str) -> None:
    place.write("1 / 0\n", "broken.py")
    place.write("1 / 0\n", "torch/broken.py")
    place.write("import torch.broken\n", "torch/__init__.py")
    if "os._exit" in program:
        (place.folder / "torch/__init__.py").unlink()
    assert_same(place, place.write(program))
    with place.bundle() as bundle:
        assert bundle.trace.program.entry == "program.py"


@pytest.mark.parametrize("path", [None, "", "/nowhere", "/nowhere:/else", ":"])
def test_a_program_finds_what_it_would_find(place: Place, path: str | None) -> None:
    del place.environment["PYTHONPATH"]
    if path is not None:
        place.environment["PYTHONPATH"] = path
    assert_same(place, place.write(SURROUNDINGS), "--steps", "3", "-o", "x", "--", "-m", "é")


def test_the_input_is_the_programs(place: Place) -> None:
    done = assert_same(
        place, place.write("import sys\nprint(input()[::-1], sys.stdin.read())"), input=b"abc\nrest\n\xc3\xa9"
    )
    assert done.stdout == b"cba rest\n\xc3\xa9\n"


def test_a_module_runs_as_a_module(place: Place) -> None:
    place.write("", "package/__init__.py")
    place.write("word = 'found'", "package/sibling.py")
    place.write(f"from .sibling import word\nprint(word, __package__){SURROUNDINGS}", "package/module.py")
    done = assert_same(place, "-m", "package.module", "--steps", "3")
    assert done.stdout.startswith(b"found package\n")
    assert_same(place, "-m", "package.nowhere")
    assert_same(place, "-m", "package")


def test_a_folder_with_a_main_runs(place: Place) -> None:
    place.write("print(__file__)", "folder/__main__.py")
    assert_same(place, "folder")


def test_another_sitecustomize_runs_too(place: Place) -> None:
    place.environment["PYTHONPATH"] = str(place.folder / "site")
    place.write(
        "import sys\nif sys.orig_argv[1] == 'program.py': print('another', __name__, __file__)\nsys.other = 1",
        "site/sitecustomize.py",
    )
    assert_same(place, place.write("import sys, sitecustomize\nprint(sys.other, sitecustomize)"))
    place.write("import sys\nif sys.orig_argv[1] == 'program.py': 1 / 0", "site/sitecustomize.py")
    assert b"ZeroDivisionError" in assert_same(place, place.write("print(1)")).stderr


def test_other_open_files_are_handed_on(place: Place, tmp_path: Path) -> None:
    name = place.write("import os, sys\nprint(os.read(int(sys.argv[1]), 9), sorted(os.listdir('/proc/self/fd')))")
    (tmp_path / "told").write_text("told")
    answers = []
    for command in ([sys.executable, name], place.command(name)):
        with (tmp_path / "told").open() as file:
            number = str(file.fileno())
            answers.append(
                subprocess.check_output(
                    [*command, number], cwd=place.folder, env=place.environment, pass_fds=[file.fileno()]
                )
            )
    assert answers[0] == answers[1]
    assert answers[0].startswith(b"b'told'")


def test_a_terminal_stays_a_terminal(place: Place) -> None:
    name = place.write(
        "import os\nprint([os.isatty(n) for n in range(3)], os.get_terminal_size(), os.tcgetpgrp(0) == os.getpgrp())"
    )
    told = []
    for command in ([sys.executable, name], place.command(name)):
        process, terminal = pty.fork()
        if not process:
            os.chdir(place.folder)
            os.execve(command[0], command, place.environment)  # noqa: S606 -- it is the process under test
        told.append(_read_all(terminal))
        os.waitpid(process, 0)
    assert told[0] == told[1]
    assert told[0].startswith(b"[True, True, True]")


def test_a_signal_that_is_ignored_stays_so(place: Place) -> None:
    name = place.write("import signal\nprint(repr(signal.getsignal(signal.SIGHUP)), signal.pthread_sigmask(0, ()))")
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert b"SIG_IGN" in assert_same(place, name).stdout
    finally:
        signal.signal(signal.SIGHUP, before)
    assert b"SIG_DFL" in assert_same(place, name).stdout


def _read_all(terminal: int) -> bytes:
    told = b""
    while True:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # nobody holds the other side any more
            return told
        if not read:
            return told
        told += read
