"""A program that looks for every trace of a tracer sees the same as without one."""

import re
from pathlib import Path

import pytest
from eager_lines import operators_by_expression
from eager_runs import placed

pytestmark = pytest.mark.slow


def test_results_errors_and_warnings_are_the_same(tmp_path: Path) -> None:
    place = placed(tmp_path / "place", "never_noticed.py")
    bare = place.bare("never_noticed.py")
    traced = place.traced("never_noticed.py", options=("--quiet", "--no-after-work", "--watch", "every-call"))
    assert (traced.returncode, traced.stdout) == (bare.returncode, bare.stdout)
    assert traced.stderr == bare.stderr
    assert bare.returncode == 1
    assert b"## others" in bare.stdout
    assert len(re.findall(rb"Traceback", bare.stderr)) > 20
    with place.bundle() as bundle:
        assert not [gone for gone in bundle.trace.missing if "failed" in gone.why]
        assert "eager/backward-ops" in {artifact.id for artifact in bundle.trace.artifacts}
        found = operators_by_expression(bundle, "program/never_noticed.py", "eager/ops")
        program = bundle.text("program/never_noticed.py").split("\n")
        compiled = [names for (line, _), names in found.items() if 'backend="aot_eager"' in program[line - 1]]
        assert {name for names in compiled for name in names} == {"aten::ones_like"}
