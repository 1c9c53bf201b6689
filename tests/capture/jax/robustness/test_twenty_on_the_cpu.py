"""Twenty sorts of programs on the CPU: each compiled again, proven, told down to machine code or to where that ends."""

import pytest
from robust_case import CPU, Case
from test_twenty_tags import CALLS_BACK, CASES

from chipward.bundle.read import Bundle
from chipward.model.artifact import Origin

pytestmark = pytest.mark.slow

# Functions whose work is one kernel or more of XLA's own, and those that end in libraries or in Python alone.
WITH_KERNELS = ("halves", *(name for name in CASES if name not in ("closure_constant", "conv")))
IN_LIBRARIES = {
    "closure_constant": "YNNPACK",
    "linalg": "lapack_spotrf_ffi",
    "conv": "Eigen",
    "pure_callback": "callback",
    "debug_print": "callback",
    "prng_sort_gather": "a sort",
    "shard_map": "exchange data",
    "flax_mlp": "YNNPACK",
    "equinox_mlp": "YNNPACK",
}


@pytest.mark.parametrize("name", [name for name in CASES if name not in CALLS_BACK])
def test_nothing_is_missing(nineteen: Bundle, name: str) -> None:
    assert not Case(nineteen, name, CPU).missing()


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_kernels_are_told_down_to_machine_code(nineteen: Bundle, name: str) -> None:
    case = Case(nineteen, name, CPU)
    kernels = case.kernels

    assert kernels
    assert case.texts_of_kernels() == dict.fromkeys(("llir-before", "llir-after", "object", "asm"), len(kernels))
    for artifact in nineteen.trace.artifacts:
        if artifact.unit in kernels and artifact.kind in ("object-code", "asm-x86"):
            assert artifact.origin is Origin.EXECUTED


@pytest.mark.parametrize("name", IN_LIBRARIES)
def test_libraries_are_told_where_they_are_called(nineteen: Bundle, name: str) -> None:
    told = Case(nineteen, name, CPU).told()

    assert any(IN_LIBRARIES[name] in text for text in told), told


def test_the_optimised_hlo_is_proven_for_all(nineteen: Bundle) -> None:
    jitted = {unit.id for unit in nineteen.trace.units if unit.kind == "jitted" and unit.id.startswith("jit-")}
    passes = [one for one in nineteen.trace.artifacts if one.kind == "hlo-passes" and one.unit in jitted]

    assert len(passes) == len(jitted)
    assert {artifact.origin for artifact in passes} == {Origin.EXECUTED}


def test_instructions_have_lines_of_llvm_ir(nineteen: Bundle) -> None:
    maps = [
        entry
        for entry in nineteen.trace.maps
        if str(entry.start).endswith("/llir-after") and str(entry.end).endswith("/asm")
    ]

    assert sum(entry.end_mapped for entry in maps) > 0.8 * sum(entry.end_lines for entry in maps)
    assert sum("exact" in {str(kind) for kind in entry.kinds} for entry in maps) > len(maps) / 2
