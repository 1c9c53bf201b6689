"""Lines of SASS, and figures of a cubin, against nvdisasm, which reads both with NVIDIA's own code."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from chipward.artifacts.gpu_code.cubin_usage import usage_of
from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle
from chipward.capture.tracers.jax.gpu.needs import tool
from chipward.model.artifact import ArtifactId

pytestmark = pytest.mark.slow

TARGETS = {"cuda-h100": "cuda:h100", "cuda-t4": "cuda:t4"}
SECONDS = 300

_MARK = re.compile(r'\s*//## File "[^"]*", line (?P<line>\d+)')
_INSTRUCTION = re.compile(r"\s*/\*(?P<address>[0-9a-f]{4,})\*/\s.*;")


def nvdisasm(*words: str) -> str:
    found = tool("nvdisasm")
    assert found is not None
    return subprocess.run([found, *words], capture_output=True, text=True, check=True, timeout=SECONDS).stdout


def lines_told(printed: str) -> Mapping[int, int]:
    """The line of LLVM IR that nvdisasm prints before each address."""
    found: dict[int, int] = {}
    current = 0
    for line in printed.split("\n"):
        if mark := _MARK.match(line):
            current = int(mark["line"])
        elif (instruction := _INSTRUCTION.match(line)) and current:
            found[int(instruction["address"], 16)] = current
    return found


@pytest.mark.parametrize(("slug", "function"), [("cuda-h100", "fused"), ("cuda-t4", "loop")])
def test_the_way_from_sass_to_llvm_ir_is_the_one_that_nvdisasm_tells(
    four: Bundle, ways: LineGraph, slug: str, function: str, tmp_path: Path
) -> None:
    parent = next(one.id for one in four.trace.units if one.name == function and one.id.startswith(slug))
    kernel = next(one for one in four.trace.units if one.parent == parent and one.kind == "kernel")
    before, sass = ArtifactId(f"{kernel.id}/llir-before"), ArtifactId(f"{kernel.id}/sass")
    (tmp_path / "before.ll").write_text(four.text(before))
    command = [sys.executable, str(Path(__file__).with_name("numbered_kernel.py"))]
    subprocess.run([*command, TARGETS[slug], kernel.name, str(tmp_path)], check=True, timeout=SECONDS)

    told = lines_told(nvdisasm("--print-code", "--print-line-info", str(tmp_path / "numbered.cubin")))
    compared = 0
    for number, line in enumerate(four.text(sass).split("\n"), start=1):
        found = _INSTRUCTION.match(line)
        reached = ways.became(sass, number).get(before) if found else None
        if found is not None and reached is not None and reached.strong:
            assert told[int(found["address"], 16)] in reached.lines, line
            compared += 1
    assert compared > 4


@pytest.mark.parametrize("slug", TARGETS)
def test_registers_and_stack_are_those_that_nvdisasm_tells(four: Bundle, slug: str, tmp_path: Path) -> None:
    kernels = [one for one in four.trace.units if one.kind == "kernel" and one.id.startswith(slug)]
    for kernel in kernels:
        file = tmp_path / "kernel.cubin"
        file.write_bytes(four.raw(ArtifactId(f"{kernel.id}/cubin")))
        printed = nvdisasm(str(file))
        words = re.findall(r"EIATTR_(REGCOUNT|FRAME_SIZE)\n(?:.*\n){3,9}?.*\.word\s+0x([0-9a-f]{8})", printed)
        found = usage_of(file.read_bytes(), kernel.name)

        assert {name: int(value, 16) for name, value in words} == {
            "REGCOUNT": found["registers"],
            "FRAME_SIZE": found["stack frame"],
        }
