"""A graph that calls NumPy is compiled for a target, too: also one of a recording that tells less than today's."""

from pathlib import Path

import pytest
from target_runs import record, texts, work

from chipward.bundle.read import open_bundle

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parent / "programs" / "with_numpy.py"
H100 = "cuda:h100"


def test_calls_of_numpy_go_to_the_target(tmp_path: Path) -> None:
    spool, _ = record(tmp_path, PROGRAM, targets=[H100])
    forget(spool, ',"reuse_caches":false')
    assert len(work(spool, H100)) == 3
    with open_bundle(spool) as bundle:
        assert [(gone.what, gone.why) for gone in bundle.trace.missing if not gone.always] == []
        graphs = [text for unit, text in texts(bundle, "graph").items() if unit.startswith("cuda")]
        assert not any("]cpu" in text for text in graphs)
        (of_one_name,) = [text for text in graphs if "wrapped_sin" in text]
        assert "wrapped_sum(l_a" in of_one_name  # the method: a number
        assert 'wrapped_sum: "f32[][]cuda:0"' in of_one_name
        assert 'wrapped_sum_1: "f32[4][1]cuda:0"' in of_one_name  # the function, of one axis
        kernels = {unit for unit in texts(bundle, "triton") if unit.startswith("cuda-h100")}
        assert {unit.split("-")[3] for unit in kernels} == {"0", "1", "2"}


def forget(spool: Path, fact: str) -> None:
    """Take a fact out of what was left to do, as in a recording of a chipward that did not tell it."""
    telling = [journal for journal in spool.glob("journal-*.jsonl") if fact in journal.read_text()]
    assert telling
    for journal in telling:
        journal.write_text(journal.read_text().replace(fact, ""))
