"""Compiles graphs for a chip that is not here again and again, while one part of the tracer after the other fails."""

import importlib
import sys
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.bundle.spool import tasks
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile import watching
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.scope import OF_THE_PROGRAM
from chipward.capture.tracers.torch.targets.compiling import OnTheGpu
from chipward.capture.tracers.torch.targets.pretend import pretend
from chipward.dataset.targets import find_target

HERE = "chipward.capture.tracers.torch.compile"
PARTS = (
    "generated_lines.mark_last",
    "kernel_lines.find_lines",
    "origins.fx_nodes",
    "row_sums.own_as",
    "row_sums.MADE_FROM",
    "triton_builds.keep_kernel",
    "triton_kernels.credit_indices",
    "triton_kernels.define",
    "triton_kernels.notes_of",
    "triton_kernels.step_or_none",
    "writing.current_step",
    "writing.line_origins",
)


class Sabotage(Exception):  # noqa: N818 -- it is done, not suffered
    """What a broken part of the tracer raises."""


class Broken:
    """Fails whatever is done with it."""

    __hash__ = None  # type: ignore[assignment]

    def __call__(self, *_args: object, **_kwargs: object) -> object:
        raise Sabotage

    def __getattr__(self, name: str) -> object:
        raise Sabotage


def compiled(graphs: list[Path]) -> list[str]:
    """Compile all graphs and return the source of each kernel."""
    sources.clear()
    for number, graph in enumerate(graphs):
        OnTheGpu.read(graph).compile(CompileId(number, 0))
    return list(sources)


sources: list[str] = []
spool, *named = map(Path, sys.argv[1:])
found = [task for task in tasks(spool) if Path(task.facts["function"][1]).name in map(str, named)]  # type: ignore[index]
pretend(find_target(str(found[0].facts["target"])))
compiler = importlib.import_module("torch._inductor.async_compile").AsyncCompile
leave = compiler.triton
compiler.triton = lambda self, name, source, device_str: sources.append(source) or leave(self, name, source, device_str)
files = [Path(str(task.facts["graph"])) for task in found]
expected = compiled(files)
assert expected
for part in ("", *PARTS):
    module, _, name = part.rpartition(".")
    owner = importlib.import_module(f"{HERE}.{module}") if part else None
    whole = getattr(owner, name, None)
    if owner is not None:
        assert whole is not None, part
        setattr(owner, name, Broken())
    try:
        with watching(Session(Journal(spool / (part or "whole")), Options(reuse_caches=True)), OF_THE_PROGRAM):
            assert compiled(files) == expected, part
    finally:
        if owner is not None:
            setattr(owner, name, whole)
assert compiled(files) == expected
