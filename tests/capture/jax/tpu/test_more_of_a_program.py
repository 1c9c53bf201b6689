"""All stages of one program, made again out of what a trace holds; and what that takes, told before."""

import json
import subprocess
import sys

import pytest

from chipward.bundle.read import Bundle
from chipward.capture.tracers.jax.tpu.more import estimate
from chipward.model.artifact import ArtifactId

MAKES = """
import json, sys
from chipward.capture.tracers.jax.tpu.more import Request, remake
request = Request(sys.stdin.read(), *sys.argv[1:])
try:
    print(json.dumps(remake(request)))
except Exception as error:
    print(json.dumps({"refused": f"{type(error).__name__}: {error}"}))
"""


def made(stablehlo: str, kernel: str) -> dict[str, str]:
    command = [sys.executable, "-c", MAKES, "tpu:v5e:2x2", kernel]
    done = subprocess.run(command, input=stablehlo, capture_output=True, text=True, timeout=300, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def test_it_takes_more_the_more_there_is() -> None:
    small, large = estimate(50_000, 10_000), estimate(5_000_000, 10_000)
    assert (small.seconds, small.written, small.kept) == (5.3, 1_750_000, 350_000)
    assert large.seconds > 30
    assert large.kept == small.kept


@pytest.mark.slow
def test_a_trace_holds_enough_to_make_all_stages_of_a_pallas_kernel(on_tpus: Bundle) -> None:
    unit = next(one for one in on_tpus.trace.units if one.name == "by_blocks" and one.id.startswith("tpu-v5e-2x2"))
    kernel = next(one for one in on_tpus.trace.units if one.parent == unit.id and one.name.startswith("by_blocks"))
    stablehlo = on_tpus.text(ArtifactId(f"{unit.id}/stablehlo"))
    found = made(stablehlo, kernel.name)
    assert set(found) == {"llo-stages", "mosaic-stages"}
    emitted = on_tpus.text(ArtifactId(f"{kernel.id}/llo"))
    assert " = vld " in emitted
    assert found["llo-stages"].count("\n### ") > 40
    assert "### post-apply-vector-layout\n" in found["mosaic-stages"]
    llo = [one for one in on_tpus.trace.artifacts if one.kind == "llo" and one.unit.startswith(unit.id)]
    told = estimate(sum(one.bytes for one in llo), len(emitted))
    assert len(found["llo-stages"]) <= told.kept


@pytest.mark.slow
def test_a_program_that_is_not_made_is_refused_with_those_that_are(on_tpus: Bundle) -> None:
    unit = next(one for one in on_tpus.trace.units if one.name == "by_blocks" and one.id.startswith("tpu-v5e-2x2"))
    refused = made(on_tpus.text(ArtifactId(f"{unit.id}/stablehlo")), "fusion.99")["refused"]
    assert refused.startswith("Misuse: libtpu makes no program 'fusion.99' of it; there are <late-finalization>")
