"""Three small functions on the CPU, down to x86: what is expected was written by hand, from their source."""

import re
import subprocess
from pathlib import Path

import pytest

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import LineGraph, Reached
from chipward.bundle.read import Bundle
from chipward.model.artifact import Artifact, ArtifactId, Origin
from chipward.model.trace import Unit

pytestmark = pytest.mark.slow


def unit_of(bundle: Bundle, name: str) -> Unit:
    return next(unit for unit in bundle.trace.units if unit.name == name and unit.kind == "jitted")


def kernels_of(bundle: Bundle, name: str) -> list[Unit]:
    return [unit for unit in bundle.trace.units if unit.parent == unit_of(bundle, name).id and unit.kind == "kernel"]


def text_of(bundle: Bundle, unit: Unit, name: str) -> list[str]:
    return bundle.text(ArtifactId(f"{unit.id}/{name}")).split("\n")


def source_line(bundle: Bundle, code: str) -> tuple[ArtifactId, int]:
    source = next(artifact.id for artifact in bundle.trace.artifacts if artifact.kind == "python-source")
    found = [number for number, line in enumerate(bundle.text(source).split("\n"), start=1) if line.strip() == code]
    return source, found[0]


def reached(bundle: Bundle, lines: LineGraph, code: str) -> dict[str, tuple[list[str], Reached]]:
    """What a line of Python became: by artifact the lines, as they read."""
    return {
        artifact: ([bundle.text(artifact).split("\n")[line - 1] for line in found.lines], found)
        for artifact, found in lines.became(*source_line(bundle, code)).items()
    }


def steps(bundle: Bundle, name: str) -> list[str]:
    """The kinds of the steps of a function, as they are indented."""
    return [line.split()[0] for line in text_of(bundle, unit_of(bundle, name), "thunks") if line.strip()]


def test_two_lines_become_one_kernel(three: Bundle) -> None:
    (kernel,) = kernels_of(three, "fused")

    assert steps(three, "fused") == ["kernel"]
    assert f"%{kernel.name} " in text_of(three, unit_of(three, "fused"), "thunks")[0]


def test_both_lines_reach_the_step_and_the_instructions_of_that_kernel(three: Bundle, lines: LineGraph) -> None:
    (kernel,) = kernels_of(three, "fused")
    code = [
        line for line in text_of(three, kernel, "asm") if kind_of(three.artifact(f"{kernel.id}/asm").kind).is_item(line)
    ]

    for line in ("doubled = x * 2.0", "return jnp.sqrt(doubled + y)"):
        found = reached(three, lines, line)
        assert len(found[f"{unit_of(three, 'fused').id}/thunks"][0]) == 1
        there, how = found[f"{kernel.id}/asm"]
        assert there == code
        assert {str(kind) for kind in how.kinds} == {"unit"}
        assert [text for text in there if re.search(r"\bvsqrtps\b", text)]
        assert [text for text in there if re.search(r"\bv(?:addps|fmadd\w+ps)\b", text)]


def test_the_instructions_of_that_kernel_are_from_lines_of_its_llvm_ir(three: Bundle, lines: LineGraph) -> None:
    (kernel,) = kernels_of(three, "fused")
    listing, ir = text_of(three, kernel, "asm"), text_of(three, kernel, "llir-after")
    root = next(number for number, line in enumerate(listing, start=1) if "vsqrtps" in line)

    found = lines.became(ArtifactId(f"{kernel.id}/asm"), root)[ArtifactId(f"{kernel.id}/llir-after")]

    assert all("llvm.sqrt" in ir[line - 1] for line in found.lines)


def test_a_product_ends_in_a_library_and_says_so(three: Bundle, lines: LineGraph) -> None:
    unit = unit_of(three, "library")
    there, how = reached(three, lines, "h = x @ w")[f"{unit.id}/thunks"]
    asm = [
        artifact
        for artifact in reached(three, lines, "h = x @ w")
        if artifact.startswith(unit.id) and "/asm" in artifact
    ]

    (told,) = [one for one in three.trace.findings if one.unit == unit.id and one.kind == "fidelity"]
    assert [line.split()[0] for line in there] == ["ynn-fusion"]
    assert how.strong
    assert not asm
    assert "YNNPACK" in told.text
    assert "dot_general" in told.text
    assert told.evidence is not None
    assert told.evidence.artifact == f"{unit.id}/thunks"


def test_a_loop_runs_steps_of_its_own(three: Bundle, lines: LineGraph) -> None:
    told = text_of(three, unit_of(three, "loop"), "thunks")
    there, _ = reached(three, lines, "carry = carry * 0.5 + row")[f"{unit_of(three, 'loop').id}/thunks"]

    assert "while" in steps(three, "loop")
    assert any(line.strip() == "body:" for line in told)
    assert all(line.startswith("    ") for line in there)


@pytest.mark.parametrize("name", ["fused", "library", "loop"])
def test_what_was_compiled_again_is_proven_to_be_what_ran(three: Bundle, name: str) -> None:
    unit = unit_of(three, name)
    ids = {unit.id, *(kernel.id for kernel in kernels_of(three, name))}
    kept = [artifact for artifact in three.trace.artifacts if artifact.unit in ids]

    assert {str(artifact.id).split("/")[1] for artifact in kept if artifact.unit == unit.id} >= {
        "hlo-before",
        "passes",
        "hlo-optimized",
        "buffer-assignment",
        "live-ranges",
        "memory",
        "thunks",
        "costs",
    }
    assert {artifact.origin for artifact in kept} == {Origin.EXECUTED}
    assert all(_proves(artifact) for artifact in kept if artifact.kind in ("hlo-passes", "llvm-ir"))


def _proves(artifact: Artifact) -> bool:
    return "what ran" in artifact.recipe.how or "the one that ran" in artifact.recipe.how


@pytest.mark.parametrize("name", ["fused", "library", "loop"])
def test_every_line_of_code_is_accounted_for(three: Bundle, name: str) -> None:
    unit = unit_of(three, name).id
    entries = [entry for entry in three.trace.maps if str(entry.end).startswith(unit) and "/hlo" not in str(entry.end)]

    assert entries
    for entry in entries:
        lost = {side: sum(loss.lines for loss in entry.losses if loss.side == side) for side in ("from", "to")}
        if str(entry.end).endswith(("/asm", "/llir-after", "/llir-before", "/thunks")):
            assert entry.end_mapped + lost["to"] == entry.end_lines, entry


def test_instructions_are_those_that_objdump_finds_in_what_ran(three: Bundle, tmp_path: Path) -> None:
    kernels = [unit for unit in three.trace.units if unit.kind == "kernel"]

    for kernel in kernels:
        file = tmp_path / f"{kernel.id}.o"
        file.write_bytes(three.raw(ArtifactId(f"{kernel.id}/object")))
        command = ["objdump", "-d", "-M", "intel", "--no-show-raw-insn", str(file)]
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
        theirs = [line.split(":\t") for line in told.split("\n") if re.match(r" +[0-9a-f]+:\t", line)]
        ours = [line.split() for line in text_of(three, kernel, "asm") if re.match(r" +[0-9a-f]+  ", line)]
        assert [words[0] for words in ours] == [address.strip() for address, _ in theirs]
        assert [words[1] for words in ours if words[1].startswith("v")] == [
            text.split()[0] for _, text in theirs if text.startswith("v")
        ]
