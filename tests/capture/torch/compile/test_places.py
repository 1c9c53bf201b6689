"""A finding points into the program or an installed package, and nowhere else: never at a file of chipward's own."""

from pathlib import Path

import pytest
import torch

import chipward
from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.places import innermost, place_in_stack, place_in_traceback

OURS = chipward.__file__
TORCH = torch.__file__
INDUCTOR = str(Path(torch.__file__).parent / "_inductor" / "compile_fx.py")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "spool")


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "train.py"
    file.write_text("import torch\n\nx = 1\n")
    return str(file)


@pytest.fixture
def package(tmp_path: Path) -> str:
    file = tmp_path / "site-packages" / "layers.py"
    file.parent.mkdir()
    file.write_text("def layer(): ...\n")
    return str(file)


def test_the_innermost_line_of_the_program_comes_first(journal: Journal, program: str, package: str) -> None:
    frames = [(program, 1), (program, 3), (package, 1), (OURS, 1), (TORCH, 2)]
    assert innermost(journal, frames) == ("program/train.py", 3)


def test_a_package_stands_in_for_a_program_that_is_not_named(journal: Journal, package: str) -> None:
    assert innermost(journal, [(package, 1), (INDUCTOR, 1), (OURS, 1)]) == ("program/layers.py", 1)


@pytest.mark.parametrize("frames", [[(INDUCTOR, 1), (OURS, 1)], [(TORCH, 1)], [(OURS, 1)], []])
def test_lines_of_tools_alone_are_no_place(journal: Journal, frames: list[tuple[str, int]]) -> None:
    assert innermost(journal, frames) is None
    assert journal.sources == {}  # nor is their text kept as if it were the program's


def test_tracebacks_and_stacks_are_read_alike(journal: Journal, program: str) -> None:
    frames = [(program, 3), (OURS, 1)]
    traceback = "".join(f'  File "{file}", line {line}, in f\n' for file, line in frames)
    assert place_in_traceback(journal, traceback) == ("program/train.py", 3)
    strings = {0: program, 1: OURS}
    stack = [{"filename": number, "line": line} for number, (_, line) in enumerate(frames)]
    assert place_in_stack(journal, stack, strings) == ("program/train.py", 3)
    assert place_in_stack(journal, stack[1:], strings) is None
