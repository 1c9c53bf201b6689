"""More of a kernel of a GPU that is not here, made again out of what a trace holds."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chipward.artifacts.xla.offers import Offer, offers
from chipward.bundle.read import Bundle, open_bundle


def offer_of(bundle: Bundle, function: str, kind: str) -> Offer:
    of_function = [one for one in offers(bundle.trace) if one.program.endswith(f"-{function}") and one.kind == kind]
    return next(one for one in of_function if one.target == "cuda:h100")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "kind", "begins"),
    [("fused", "emitter-passes", "xla.loop"), ("product", "triton-passes", "tt.dot")],
)
def test_passes_of_a_kernel_are_made_and_added(
    four: Bundle, tmp_path: Path, function: str, kind: str, begins: str
) -> None:
    out, offer = tmp_path / "four.chipward", offer_of(four, function, kind)
    shutil.copy(four.path, out)
    assert b"site-packages" not in four.raw(f"{offer.program}/options"), "a trace that is passed on keeps its options"
    command = [sys.executable, "-m", "chipward", "more", "--yes", str(out), offer.unit, kind]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    with open_bundle(out) as bundle:
        text = bundle.text(f"{offer.unit}/{kind}")
        before = text.partition("\n### 1. ")[0]
        assert begins in before
        assert text.count("\n### ") > 10
        (entry,) = [one for one in bundle.trace.maps if one.end == f"{offer.unit}/{kind}"]
        assert entry.start == f"{offer.program}/thunks"
        assert len(bundle.line_map(entry.id).ends) > before.count("\n") - 3
        assert offer not in offers(bundle.trace)
