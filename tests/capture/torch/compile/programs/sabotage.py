"""Compiles one function again and again while one part of the tracer after the other is made to fail.

Each time all is done again but the C++ compiler's own work.
"""

import importlib
import sys
from pathlib import Path

import torch
import torch._dynamo
from torch._inductor.cpp_builder import CppBuilder

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile import TRACER

HERE = "chipward.capture.tracers.torch.compile"
PARTS = (
    "bytecode.disassemble",
    "builds.keep_kernel",
    "cpp_kernels.take_reasons",
    "findings.kernels.innermost_loops",
    "frames.code_under_compilation",
    "generated_lines.mark_last",
    "inductor_ir.read_ir",
    "maps.kernel_lines",
    "origins.current_step",
    "origins.fx_nodes",
    "recorder.compile_of",
    "recorder.current_graph",
    "recorder.GraphText",
    "recorder.stable",
    "writing.current_step",
    "writing.writeline_marking",
)


class Sabotage(Exception):  # noqa: N818 -- it is done, not suffered
    """What a broken part of the tracer raises."""


class Broken:
    """Fails whatever is done with it."""

    def __call__(self, *_args: object, **_kwargs: object) -> object:
        raise Sabotage

    def __getattr__(self, name: str) -> object:
        raise Sabotage


built: dict[str, bytes] = {}
build = CppBuilder.build


def build_once(builder: CppBuilder) -> None:
    """Run the C++ compiler, unless it has built the same."""
    made = Path(builder.get_target_file_path())
    if made.name in built:
        made.write_bytes(built[made.name])
    else:
        build(builder)
        built[made.name] = made.read_bytes()


def norm(x: torch.Tensor) -> torch.Tensor:
    """Something with a loop and a sum."""
    return ((x - x.mean(1, keepdim=True)).exp() * 2).sum()


def compiled() -> float:
    """Compile it afresh and run it."""
    torch._dynamo.reset()
    return torch.compile(norm)(torch.linspace(0, 1, 1024).reshape(16, 64)).item()


def watched(session: Session) -> None:
    """Hook what PyTorch has imported."""
    for name, hook in TRACER.watches.items():
        hook(importlib.import_module(name), session)


torch._inductor.config.force_disable_caches = True
CppBuilder.build = build_once
expected = compiled()
for part in ("", *PARTS):
    session = Session(Journal(Path(sys.argv[1]) / (part or "whole")), Options(reuse_caches=True))
    module, _, name = part.rpartition(".")
    owner = importlib.import_module(f"{HERE}.{module}") if part else None
    whole = getattr(owner, name, None)
    if owner is not None:
        assert whole is not None, part
        setattr(owner, name, Broken())
    torch._dynamo.reset()
    try:
        watched(session)
        assert compiled() == expected, part
        TRACER.stop(session)
    finally:
        if owner is not None:
            setattr(owner, name, whole)
assert compiled() == expected
