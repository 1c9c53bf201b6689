"""Programs of every sort: each is compiled again, proven, and told down to machine code or to where that ends."""

from collections import Counter

import pytest

from chipward.bundle.read import Bundle
from chipward.model.artifact import Origin
from chipward.model.trace import Unit

pytestmark = pytest.mark.slow

# Functions whose work is one kernel or more of XLA's own, and those that end in libraries or in Python alone.
WITH_KERNELS = (
    "scanned",
    "while_loop",
    "branches",
    "grad_of_vmap",
    "custom_vjp",
    "donated",
    "static_arguments",
    "shared_helper",
    "random_order",
    "factorised",
    "called_back",
    "printed",
    "halves",
    "sharded",
    "mapped_over_devices",
)
IN_LIBRARIES = {
    "closure": "YNNPACK",
    "factorised": "lapack_spotrf_ffi",
    "convolved": "Eigen",
    "called_back": "callback",
    "random_order": "a sort",
    "mapped_over_devices": "exchange data",
}


def unit_of(bundle: Bundle, name: str) -> Unit:
    return next(unit for unit in bundle.trace.units if unit.name == name and unit.kind == "jitted")


def test_nothing_is_missing(many: Bundle) -> None:
    units = {unit.id for unit in many.trace.units if unit.kind in ("jitted", "kernel")}

    assert not [one for one in many.trace.missing if one.unit in units]


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_kernels_are_told_down_to_machine_code(many: Bundle, name: str) -> None:
    unit = unit_of(many, name)
    kernels = [one.id for one in many.trace.units if one.parent == unit.id and one.kind == "kernel"]
    names = Counter(str(artifact.id).split("/")[1] for artifact in many.trace.artifacts if artifact.unit in kernels)

    assert kernels
    assert names == dict.fromkeys(("llir-before", "llir-after", "object", "asm"), len(kernels))
    for artifact in many.trace.artifacts:
        if artifact.unit in kernels and artifact.kind in ("object-code", "asm-x86"):
            assert artifact.origin is Origin.EXECUTED


@pytest.mark.parametrize("name", IN_LIBRARIES)
def test_libraries_are_told_where_they_are_called(many: Bundle, name: str) -> None:
    unit = unit_of(many, name).id

    told = [finding.text for finding in many.trace.findings if finding.unit == unit and finding.kind == "fidelity"]

    assert any(IN_LIBRARIES[name] in text for text in told), told


def test_the_optimised_hlo_is_proven_for_all(many: Bundle) -> None:
    jitted = {unit.id for unit in many.trace.units if unit.kind == "jitted"}
    passes = [one for one in many.trace.artifacts if one.kind == "hlo-passes" and one.unit in jitted]

    assert len(passes) == len(jitted)
    assert {artifact.origin for artifact in passes} == {Origin.EXECUTED}


def test_instructions_have_lines_of_llvm_ir(many: Bundle) -> None:
    maps = [
        entry
        for entry in many.trace.maps
        if str(entry.start).endswith("/llir-after") and str(entry.end).endswith("/asm")
    ]

    assert sum(entry.end_mapped for entry in maps) > 0.8 * sum(entry.end_lines for entry in maps)
    assert sum("exact" in {str(kind) for kind in entry.kinds} for entry in maps) > len(maps) / 2
