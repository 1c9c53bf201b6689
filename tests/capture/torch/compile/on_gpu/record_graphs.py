"""Runs programs and records the graphs that they hand to Inductor, which compiles nothing."""

import importlib
import runpy
import sys
from pathlib import Path
from typing import Any

import torch  # noqa: F401 -- loads what is watched

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile import watching
from chipward.capture.tracers.torch.compile.scope import OF_THE_PROGRAM

spool, target, *programs = sys.argv[1:]
inductor = importlib.import_module("torch._inductor.compile_fx")
config = importlib.import_module("torch._inductor.config")


def leave_uncompiled(model: Any, inputs: Any, *, config_patches: Any = None, **_options: object) -> Any:
    """In the place of Inductor's entry, which puts the program's options into force and calls itself."""
    if not config_patches:
        return model.forward
    with config.patch(config_patches):
        return inductor.compile_fx(model, inputs)


inductor.compile_fx = leave_uncompiled
with watching(Session(Journal(Path(spool)), Options(targets=(target,))), OF_THE_PROGRAM):
    for program in programs:
        runpy.run_path(program)
