"""A trace that nobody ran: a function that JAX compiled for a GPU and for a TPU, with what it takes to make more."""

from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from chipward.bundle.journal import Journal
from made_up_trace import packed

GPU, TPU = "cuda:h100", "tpu:v5e:2x2"
HLO = "HloModule jit_f\n\nENTRY %main (a: f32[8]) -> f32[8] {\n  ROOT %fusion = f32[8]{0} fusion(%a)\n}\n"
LLO = "$region0: #{f}\n  %s0 = inlined_call_operand\n\n  %v1 = vld [vmem:[%s0]]\n"


def along(target: str) -> Mapping[str, object]:
    """The path of a target."""
    device = "nvidia-gpu" if target == GPU else "tpu"
    return {"explainer": "how-jax-runs", "choices": {"mode": "jit", "device": device}, "target": target}


def write_jax_trace(out: Path, *, jax: str = version("jax"), options: bytes | None = b"\x08\x01\xff") -> Path:
    """The bundle of what `tell_jax` tells."""
    return packed(lambda journal: tell_jax(journal, jax=jax, options=options), out)


def tell_jax(journal: Journal, *, jax: str = "0.1", options: bytes | None = b"\x08\x01\xff") -> None:
    """Two kernels on the GPU, one of them Triton's, and two on the TPU, one of them Pallas's."""
    journal.program(kind="script", entry="f.py", directory="project")
    journal.environment(system="Linux", machine="x86_64", python="CPython 3.12.1", packages={"jax": jax})
    gpu = _program(journal, "cuda-h100-jit-0-f", GPU, options)
    for name, triton in (("gemm", True), ("fusion", False)):
        unit = _kernel(journal, gpu, name, GPU)
        kept = [_text(journal, unit, "ttir", "tt.func @f\n")] if triton else []
        kept.append(_text(journal, unit, "llir-before", "define void @f()\n", kind="llvm-ir"))
        for one in kept:
            journal.map(f"{gpu}/hlo-optimized", one, [(4, 1, "unit")], method="By its symbol")
    tpu = _program(journal, "tpu-v5e-2x2-jit-0-f", TPU, options)
    for name in ("fusion", "pallas"):
        unit = _kernel(journal, tpu, name, TPU)
        llo = _text(journal, unit, "llo", LLO)
        journal.map(f"{tpu}/hlo-optimized", llo, [(4, 2, "unit"), (4, 4, "unit")], method="By its name")
        if name == "pallas":
            _text(journal, unit, "mosaic", "module {\n", kind="mosaic-ir")


def _program(journal: Journal, unit: str, target: str, options: bytes | None) -> str:
    journal.unit(unit, name="f", kind="jitted", selection=along(target))
    _text(journal, unit, "stablehlo", f"module @jit_f for {target} {{\n}}\n")
    _text(journal, unit, "hlo-optimized", HLO, kind="hlo")
    if options is not None:
        journal.artifact(
            unit,
            "options",
            stage=None,
            kind="compile-options",
            title="Compile options",
            content=options,
            how="By hand",
            text=False,
        )
    return unit


def _kernel(journal: Journal, program: str, name: str, target: str) -> str:
    return journal.unit(f"{program}-k-{name}", name=name, kind="kernel", parent=program, selection=along(target))


def _text(journal: Journal, unit: str, name: str, content: str, kind: str | None = None) -> str:
    return journal.artifact(
        unit, name, stage=None, kind=kind or name, title=name, content=content, how="By hand", origin="compiled"
    )
