"""Operators that a library calls belong to its lines as well as to the line of the program that called it."""

from pathlib import Path

import pytest
from eager_runs import placed

pytestmark = pytest.mark.slow

LIBRARY = """\
def square_sum(x):
    squares = x * x
    return squares.sum()
"""


def test_lines_of_a_library_lead_to_the_operators_they_call(tmp_path: Path) -> None:
    place = placed(tmp_path, "with_library.py")
    place.write(LIBRARY, "site-packages/squares.py")
    place.environment["PYTHONPATH"] = str(tmp_path / "site-packages")
    done = place.traced("with_library.py", options=("--quiet", "--no-after-work"))
    assert (done.returncode, done.stdout) == (0, b"8.0\n")
    with place.bundle() as bundle:
        ends = {(entry.start, entry.end): bundle.line_map(entry.id) for entry in bundle.trace.maps}
        ops = bundle.text("eager/ops").split("\n")
        back = bundle.text("eager/backward-ops").split("\n")
    called = {
        line: [ops[edge.end - 1].partition("(")[0] for edge in ends["program/squares.py", "eager/ops"].after(line)]
        for line in (2, 3)
    }
    assert called == {2: ["aten::mul.Tensor"], 3: ["aten::sum"]}
    backward = {edge.end for edge in ends["program/squares.py", "eager/backward-ops"].after(2)}
    assert {back[line - 1].partition("(")[0] for line in backward} >= {"aten::mul.Tensor"}
    of_program = {ops[edge.end - 1].partition("(")[0] for edge in ends["program/with_library.py", "eager/ops"].after(7)}
    assert {"aten::mul.Tensor", "aten::sum"} <= of_program
