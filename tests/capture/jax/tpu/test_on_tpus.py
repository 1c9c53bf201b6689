"""Programs compiled for TPUs that are not here: what each line of Python became, by hand from their source."""

import pytest

from chipward.artifacts.line_graph import LineGraph, Reached
from chipward.bundle.read import Bundle
from chipward.model.artifact import ArtifactId
from chipward.model.trace import Unit

pytestmark = pytest.mark.slow
SLICE = "tpu-v5e-2x2"


def unit_of(bundle: Bundle, name: str, slug: str = SLICE) -> Unit:
    """The unit of a function for a slice."""
    named = (unit for unit in bundle.trace.units if unit.name == name and unit.kind == "jitted")
    return next(unit for unit in named if unit.id.startswith(slug))


def programs_of(bundle: Bundle, name: str) -> dict[str, Unit]:
    parent = unit_of(bundle, name).id
    return {unit.name: unit for unit in bundle.trace.units if unit.parent == parent and unit.kind == "kernel"}


def kernels_of(bundle: Bundle, name: str) -> list[Unit]:
    own = ("Top-level program", "Beginning", "End")
    return [unit for program, unit in programs_of(bundle, name).items() if program not in own]


def reached(bundle: Bundle, lines: LineGraph, code: str) -> dict[ArtifactId, tuple[list[str], Reached]]:
    """What a line of Python became: by artifact the lines, as they read."""
    source = next(artifact.id for artifact in bundle.trace.artifacts if artifact.kind == "python-source")
    at = [line.strip() for line in bundle.text(source).split("\n")].index(code) + 1
    return {
        artifact: ([bundle.text(artifact).split("\n")[line - 1] for line in found.lines], found)
        for artifact, found in lines.became(source, at).items()
    }


def kinds(found: Reached) -> set[str]:
    return {str(kind) for kind in found.kinds}


def test_a_line_of_a_training_step_reaches_hlo_and_the_bundles_of_its_fusion(
    on_tpus: Bundle, tpu_lines: LineGraph
) -> None:
    unit = unit_of(on_tpus, "step")
    became = reached(on_tpus, tpu_lines, "return jnp.tanh(y)")
    hlo, how = became[ArtifactId(f"{unit.id}/hlo-optimized")]
    assert any(" tanh(" in line for line in hlo)
    assert kinds(how) <= {"exact", "inlined", "fused"}
    reached_kernels = [one for one in kernels_of(on_tpus, "step") if ArtifactId(f"{one.id}/bundles") in became]
    assert reached_kernels
    code = [line for one in reached_kernels for line in became[ArtifactId(f"{one.id}/bundles")][0]]
    assert any("vtanh" in line or "tanh" in line for line in code)
    assert kinds(became[ArtifactId(f"{reached_kernels[0].id}/bundles")][1]) == {"unit"}


def test_a_line_of_an_interpreted_kernel_reaches_its_equations_and_the_machine_code_of_the_cpu(
    on_tpus: Bundle, tpu_lines: LineGraph
) -> None:
    unit = unit_of(on_tpus, "by_blocks", "jit-").id
    became = reached(on_tpus, tpu_lines, "o_ref[...] = jnp.exp(x) + 1.0")
    jaxpr, how = became[ArtifactId(f"{unit}/jaxpr")]
    assert any(" exp " in line for line in jaxpr)
    assert kinds(how) == {"exact"}
    assert any(" exponential(" in line for line in became[ArtifactId(f"{unit}/hlo-optimized")][0])
    assert [one for one in became if one.startswith(f"{unit}-k-") and one.endswith("/asm")]


def test_pjrt_is_handed_arrays_with_the_layouts_of_the_tpu(on_tpus: Bundle, tpu_lines: LineGraph) -> None:
    unit = unit_of(on_tpus, "step").id
    interface = next(one for one in on_tpus.trace.artifacts if one.id == f"{unit}/interface")
    told = on_tpus.text(interface.id).split("\n")[:-1]
    assert interface.stage == "pjrt"
    assert told[0] == "step takes"
    assert told[told.index("step gives") + 1].startswith("    0  f32[")
    assert [line.split()[-1] for line in told[1:3]] == ["w", "x"]
    assert all(":T(" in line for line in told if line.startswith("  "))
    hlo = ArtifactId(f"{unit}/hlo-optimized")
    parameter = next(
        n for n, line in enumerate(on_tpus.text(hlo).split("\n"), 1) if 'parameter(0), metadata={op_name="w"}' in line
    )
    assert tpu_lines.became(hlo, parameter)[interface.id].lines == (2,)


def test_layouts_of_the_tpu_stand_in_its_hlo(on_tpus: Bundle) -> None:
    assert ":T(8,128)" in on_tpus.text(ArtifactId(f"{unit_of(on_tpus, 'step').id}/hlo-optimized"))


def test_each_compilation_has_its_reports(on_tpus: Bundle) -> None:
    unit = unit_of(on_tpus, "step").id
    had = {artifact.id.partition("/")[2] for artifact in on_tpus.trace.artifacts if artifact.unit == unit}
    assert {"hlo-before", "passes", "buffer-assignment", "live-ranges", "memory", "costs", "stablehlo"} <= had
    assert "generated_code_size_in_bytes" in on_tpus.text(ArtifactId(f"{unit}/costs"))


def test_llo_leads_to_the_slots_that_do_the_same(on_tpus: Bundle, tpu_lines: LineGraph) -> None:
    stores = 0
    for kernel in kernels_of(on_tpus, "step"):
        llo, bundles = (ArtifactId(f"{kernel.id}/{name}") for name in ("llo", "bundles"))
        slots = on_tpus.text(bundles).split("\n")
        for at, line in enumerate(on_tpus.text(llo).split("\n"), start=1):
            found = tpu_lines.became(llo, at).get(bundles) if " = vst " in line else None
            if found:
                (slot,) = (slots[each - 1] for each in found.lines)
                assert " = vst " in slot
                assert kinds(found) == {"inferred"}
                stores += 1
    assert stores


def test_a_bundle_leads_to_how_many_of_its_slots_are_used(on_tpus: Bundle, tpu_lines: LineGraph) -> None:
    kernel = kernels_of(on_tpus, "step")[0]
    bundles = ArtifactId(f"{kernel.id}/bundles")
    at = next(n for n, line in enumerate(on_tpus.text(bundles).split("\n"), start=1) if line.startswith("   0x1 "))
    found = tpu_lines.became(bundles, at)[ArtifactId(f"{kernel.id}/slots")]
    (row,) = (on_tpus.text(ArtifactId(f"{kernel.id}/slots")).split("\n")[line - 1] for line in found.lines)
    assert row.startswith("0x1 ")


def test_the_top_level_program_calls_the_others_and_its_own_code_has_no_origin(on_tpus: Bundle) -> None:
    entry = programs_of(on_tpus, "step")["Top-level program"].id
    into = {one.start: one for one in on_tpus.trace.maps if one.end == f"{entry}/llo"}
    loss = into[ArtifactId(f"{unit_of(on_tpus, 'step').id}/hlo-optimized")].losses
    assert any("no origin in HLO" in each.why for each in loss)
    called = {one.end for one in on_tpus.trace.maps if one.start == f"{entry}/llo"}
    assert {f"{kernel.id}/bundles" for kernel in kernels_of(on_tpus, "step")} <= called


def test_a_slot_of_a_pallas_kernel_names_its_line_of_python(on_tpus: Bundle, tpu_lines: LineGraph) -> None:
    (kernel,) = kernels_of(on_tpus, "by_blocks")
    became = reached(on_tpus, tpu_lines, "o_ref[...] = jnp.exp(x) + 1.0")
    slots, how = became[ArtifactId(f"{kernel.id}/bundles")]
    assert kinds(how) == {"exact"}
    assert any("1.442695" in slot for slot in slots)  # e to the x is 2 to the x times this
    assert any("vadd" in slot for slot in slots)
    assert any("vst " in slot for slot in slots)
    operations, how = became[ArtifactId(f"{kernel.id}/mosaic")]
    assert kinds(how) <= {"exact", "inlined"}
    assert any("math.exp" in line for line in operations)


def test_a_kernel_of_one_dimension_reaches_the_chip(on_tpus: Bundle) -> None:
    (kernel,) = kernels_of(on_tpus, "in_a_row")
    assert "math.exp" in on_tpus.text(ArtifactId(f"{kernel.id}/mosaic"))
    assert "vst " in on_tpus.text(ArtifactId(f"{kernel.id}/bundles"))


def test_an_operation_of_mosaic_leads_to_its_slots(on_tpus: Bundle, tpu_lines: LineGraph) -> None:
    (kernel,) = kernels_of(on_tpus, "by_blocks")
    mosaic, bundles = (ArtifactId(f"{kernel.id}/{name}") for name in ("mosaic", "bundles"))
    at = next(n for n, line in enumerate(on_tpus.text(mosaic).split("\n"), start=1) if "math.exp" in line)
    found = tpu_lines.became(mosaic, at)[bundles]
    slots = [on_tpus.text(bundles).split("\n")[line - 1] for line in found.lines]
    assert kinds(found) <= {"exact", "fused"}
    assert any("1.442695" in slot for slot in slots)  # e to the x is 2 to the x times this


def test_a_product_over_devices_gathers_or_reduces_across_chips(on_tpus: Bundle) -> None:
    unit = unit_of(on_tpus, "spread")
    hlo = on_tpus.text(ArtifactId(f"{unit.id}/hlo-optimized"))
    assert "all-gather" in hlo or "all-reduce" in hlo
    assert "num_partitions=4" in hlo
    told = [finding.text for finding in on_tpus.trace.findings if finding.unit == unit.id]
    assert any("jax.make_mesh may order devices otherwise" in text for text in told)


def test_a_slice_that_is_too_small_is_told_with_one_that_is_not(on_tpus: Bundle) -> None:
    (why,) = (one.why for one in on_tpus.trace.missing if one.what == "What spread becomes on tpu:v5e:1x1")
    assert why == "The program is for 4 devices, and tpu:v5e:1x1 has 1; name a larger slice, such as tpu:v5e:2x2."
    assert unit_of(on_tpus, "step", "tpu-v5e-1x1").id.startswith("tpu-v5e-1x1")


def test_nothing_of_it_ran(on_tpus: Bundle) -> None:
    of_tpus = [one for one in on_tpus.trace.artifacts if one.id.startswith("tpu-")]
    assert {str(one.origin) for one in of_tpus} == {"compiled"}
    unit = unit_of(on_tpus, "by_blocks").id
    told = " ".join(finding.text for finding in on_tpus.trace.findings if finding.unit == unit)
    assert "no TPU has run it" in told
    assert "Pallas interprets its kernels" in told
