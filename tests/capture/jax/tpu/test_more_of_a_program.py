"""All stages of one program of a TPU, made again out of what a trace holds."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chipward.artifacts.xla.offers import Offer, offers
from chipward.bundle.read import Bundle, open_bundle


def offer_of(bundle: Bundle, kind: str) -> Offer:
    """Of the Pallas kernel, on four chips."""
    every = [one for one in offers(bundle.trace) if one.target == "tpu:v5e:2x2" and one.kind == kind]
    return next(one for one in every if one.instruction.startswith("by_blocks"))


@pytest.fixture(scope="module")
def with_more(on_tpus: Bundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, with all that can be made of the kernel."""
    out = tmp_path_factory.mktemp("more") / "on-tpus.chipward"
    shutil.copy(on_tpus.path, out)
    for kind in ("llo-stages", "mosaic-stages"):
        command = [sys.executable, "-m", "chipward", "more", "--yes", str(out), offer_of(on_tpus, kind).unit, kind]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    return out


@pytest.mark.slow
def test_all_stages_of_a_pallas_kernel_are_made_and_begin_with_what_the_trace_holds(
    on_tpus: Bundle, with_more: Path
) -> None:
    offer = offer_of(on_tpus, "llo-stages")
    emitted = on_tpus.text(offer.beside)
    with open_bundle(with_more) as bundle:
        stages = bundle.text(f"{offer.unit}/llo-stages")
        assert stages.split("\n")[1 : 1 + emitted.count("\n")] == emitted.split("\n")[:-1]
        assert stages.count("\n### ") > 40
        assert "### post-apply-vector-layout\n" in bundle.text(f"{offer.unit}/mosaic-stages")
        assert not [one for one in offers(bundle.trace) if one.unit == offer.unit]
    assert len(stages) <= offer.written


@pytest.mark.slow
def test_a_line_of_llo_is_found_again_and_an_instruction_became_all_of_it(on_tpus: Bundle, with_more: Path) -> None:
    offer = offer_of(on_tpus, "llo-stages")
    with open_bundle(with_more) as bundle:
        to_stages = {one.start: one for one in bundle.trace.maps if one.end == f"{offer.unit}/llo-stages"}
        assert {offer.beside, f"{offer.program}/hlo-optimized"} <= to_stages.keys()
        found = bundle.line_map(to_stages[offer.beside].id)
        assert {edge.end - edge.start for edge in found} == {1}
        assert set(to_stages[f"{offer.program}/hlo-optimized"].kinds) == {"unit"}


@pytest.mark.slow
def test_of_a_program_that_is_not_made_nothing_is_told(on_tpus: Bundle) -> None:
    """A kernel's name that libtpu does not know comes from no trace; the process says so and nothing else."""
    offer = offer_of(on_tpus, "llo-stages")
    code = (
        "import sys; from chipward.capture.tracers.jax.tpu.more import remake;"
        "print(remake(sys.argv[1], sys.stdin.read(), bytes.fromhex(sys.argv[2]), 'fusion.99', 'llo-stages').text)"
    )
    options = on_tpus.raw(f"{offer.program}/options").hex()
    command = [sys.executable, "-c", code, offer.target, options]
    program = on_tpus.text(f"{offer.program}/stablehlo")
    done = subprocess.run(command, input=program, capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "None\n"
