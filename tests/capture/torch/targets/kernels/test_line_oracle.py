"""Lines of instructions against nvdisasm, which reads the same tables with NVIDIA's own code."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from kernel_runs import Kernel, compiled

from chipward.artifacts.gpu_code.cubin import LOC_TABLE, PTX_TABLE, Cubin, line_at
from chipward.artifacts.gpu_code.places import name_of
from chipward.artifacts.gpu_code.ptx import ptx_lines
from chipward.capture.tracers.torch.targets.kernels import nvidia_tools
from chipward.model.artifact import ArtifactId

pytestmark = pytest.mark.slow

UNIT = "kernel-c0"
TARGETS = {"cuda:t4": 75, "cuda:a100": 80, "cuda:rtx4090": 89, "cuda:h100": 90, "cuda:b200": 100}

_MARK = re.compile(r'\s*//## File "(?P<file>[^"]*)", line (?P<line>\d+)')
_INSTRUCTION = re.compile(r"\s*/\*(?P<address>[0-9a-f]{4,})\*/\s.*;")


@pytest.fixture(scope="module", params=TARGETS)
def kernel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    folder = tmp_path_factory.mktemp("oracle")
    with compiled(folder, request.param, "features", TARGETS[request.param]) as found:
        yield found


def cubin_of(kernel: Kernel) -> bytes:
    (artifact,) = [one for one in kernel.bundle.trace.artifacts if one.id == ArtifactId(f"{UNIT}/cubin")]
    return (kernel.folder / "blobs" / artifact.sha256).read_bytes()


def told_by_nvdisasm(cubin: bytes, flag: str, folder: Path) -> dict[int, tuple[str, int] | None]:
    """For each address the file and line that nvdisasm prints before it."""
    file = folder / "oracle.cubin"
    file.write_bytes(cubin)
    command = [nvidia_tools.tool("nvdisasm"), "--print-code", flag, str(file)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[int, tuple[str, int] | None] = {}
    current: tuple[str, int] | None = None
    for line in printed.split("\n"):
        if mark := _MARK.match(line):
            current = name_of(mark["file"]), int(mark["line"])
        elif instruction := _INSTRUCTION.match(line):
            found[int(instruction["address"], 16)] = current
    return found


@pytest.mark.parametrize(("flag", "table"), [("--print-line-info", LOC_TABLE), ("--print-line-info-ptx", PTX_TABLE)])
def test_both_line_tables_are_read_as_nvdisasm_reads_them(
    kernel: Kernel, flag: str, table: str, tmp_path: Path
) -> None:
    cubin = cubin_of(kernel)
    expected = told_by_nvdisasm(cubin, flag, tmp_path)
    lines = line_at(Cubin(cubin).lines(table), "features", sorted(expected))
    assert len(expected) > 100
    assert lines == [told[1] if told else None for _, told in sorted(expected.items())]


def test_the_line_of_ptx_behind_an_instruction_names_the_place_that_nvdisasm_names(
    kernel: Kernel, tmp_path: Path
) -> None:
    ptx = ptx_lines(kernel.text(UNIT, "ptx"))
    (entry,) = [one for one in kernel.bundle.trace.maps if one.end == ArtifactId(f"{UNIT}/sass")]
    assert "run again" in entry.method, kernel.text(UNIT, "relink")
    sass = kernel.text(UNIT, "sass").split("\n")
    expected = told_by_nvdisasm(cubin_of(kernel), "--print-line-info", tmp_path)
    compared = 0
    for edge in kernel.bundle.line_map(entry.id):
        instruction = _INSTRUCTION.match(sass[edge.end - 1].partition(" // ")[0])
        assert instruction, sass[edge.end - 1]
        told = expected[int(instruction["address"], 16)]
        for chain in ptx.chains.get(edge.start, ()):
            assert told == (name_of(chain[0].file), chain[0].line), sass[edge.end - 1]
            compared += 1
    assert compared > 100


def test_every_instruction_is_listed_once(kernel: Kernel) -> None:
    code = Cubin(cubin_of(kernel)).code["features"]
    listed = [
        int(found["address"], 16)
        for line in kernel.text(UNIT, "sass").split("\n")
        if (found := _INSTRUCTION.match(line.partition(" // ")[0]))
    ]
    assert listed == list(range(0, len(code), 16))
