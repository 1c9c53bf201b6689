"""What PyTorch would only print for a trace is not made: a tensor of the program's own kind would not survive that."""

import logging
import sys
from pathlib import Path

import pytest
from compile_runs import run

from chipward.bundle.read import open_bundle
from chipward.capture.tracers.torch.compile import structured


@pytest.mark.slow
def test_a_tensor_subclass_is_compiled_as_it_is_without_a_trace(tmp_path: Path) -> None:
    command = ["trace", "-q", "--no-after-work", "--target", "cuda:h100", "-o", "run.chipward", "subclass.py"]
    traced = run(tmp_path / "programs", [sys.executable, "-m", "chipward", *command])

    assert traced.stdout.startswith("tensor([1.68")
    with open_bundle(traced.folder / "run.chipward") as bundle:
        kinds = {artifact.kind for artifact in bundle.trace.artifacts}
        (why,) = [gone.why for gone in bundle.trace.missing if gone.what == "What doubled becomes on cuda:h100"]
    assert {"aten-graph", "inductor-wrapper", "cpp-kernel"} <= kinds
    assert why.endswith("is a Wrapped, whose inside cannot be described.")


def test_a_report_is_made_for_whoever_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    handler, another = logging.NullHandler(), logging.NullHandler()
    report = structured.sparing(lambda name, _metadata: made.append(name), handler, {"graph", "guards"}.__contains__)
    logger = logging.getLogger(structured.LOGGER)

    monkeypatch.setattr(logger, "handlers", [handler])
    for name, named in (("graph", ""), ("chatter", ""), ("artifact", "guards"), ("artifact", "chatter")):
        report(name, lambda named=named: {"name": named})
    assert made == ["graph", "artifact"]

    monkeypatch.setattr(logger, "handlers", [handler, another])
    report("chatter", dict)
    assert made == ["graph", "artifact", "chatter"]
