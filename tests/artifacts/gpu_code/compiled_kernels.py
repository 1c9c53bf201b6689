"""The kernels of `triton_kernels`, compiled here by Triton for chips that are not here; and the tools of its wheel."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import triton_kernels
from triton import knobs
from triton.backends import nvidia
from triton.backends.compiler import GPUTarget, Language
from triton.compiler import ASTSource, compile, make_backend  # noqa: A004 -- Triton's own name for it

TOOLS = Path(nvidia.__file__).parent / "bin"
HOPPER = GPUTarget("cuda", 90, 32)
MI300 = GPUTarget("hip", "gfx942", 64)

_SIGNATURES = {
    "row_mean": {"x_ptr": "*fp32", "out_ptr": "*fp32", "columns": "i32", "BLOCK": "constexpr"},
    "product": {"a_ptr": "*fp16", "b_ptr": "*fp16", "c_ptr": "*fp32", "depth": "i32", "BLOCK": "constexpr"},
}
_BLOCK = {"row_mean": 256, "product": 32}


@cache
def stages_of(kernel: str, target: GPUTarget) -> dict[str, Any]:
    """What each stage of Triton made of a kernel."""
    source = ASTSource(getattr(triton_kernels, kernel), _SIGNATURES[kernel], {"BLOCK": _BLOCK[kernel]})
    with TemporaryDirectory() as folder, knobs.cache.scope():
        # Compiling sets LLVM up for the stages that are run again. A kernel out of Triton's cache would not.
        knobs.cache.dir = folder
        return dict(compile(source, target=target).asm)


def run_stage(stage: str, target: GPUTarget, source: str) -> Any:
    """Run one stage of Triton on what the one before it made."""
    backend = make_backend(target)
    options = backend.parse_options({})
    stages: dict[str, Any] = {}
    backend.add_stages(stages, options, Language.TRITON)
    return stages[stage](source, {})


def assemble(ptx: str, folder: Path) -> bytes:
    """What ptxas makes of PTX, with its line table."""
    (folder / "kernel.ptx").write_text(ptx, encoding="utf-8")
    command = [TOOLS / "ptxas", "-lineinfo", "--gpu-name=sm_90a", folder / "kernel.ptx", "-o", folder / "kernel.cubin"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return (folder / "kernel.cubin").read_bytes()


def disassemble(cubin: bytes, folder: Path, *options: str) -> str:
    """What nvdisasm says of machine code."""
    (folder / "kernel.cubin").write_bytes(cubin)
    command = [TOOLS / "nvdisasm", "-c", *options, folder / "kernel.cubin"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
