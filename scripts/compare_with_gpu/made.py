"""Makes both sides of a program: chipward's, as its user gets it, and the GPU's."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from scripts.compare_with_gpu.reading import graphs
from scripts.compare_with_gpu.sides import Chosen, Launch, Ran, Real

from chipward.bundle.read import open_bundle
from chipward.capture.entry import Entry
from chipward.capture.finish import finish
from chipward.capture.options import Options
from chipward.capture.output import Spool
from chipward.capture.run import run
from chipward.capture.tracers.torch.targets.recording import FOLDER

RAN = "ran.json"  # beside a recording: what ran on the GPU
ROOT = Path(__file__).parents[2]
NO_GPU: Mapping[str, str] = {"CUDA_VISIBLE_DEVICES": ""}  # chipward's side is made as on a machine without one


class Silent:
    """Tells nobody how far the after-work is."""

    def begin(self, what: str, count: int) -> None:
        """So many things are to be done."""

    def grown(self, count: int) -> None:
        """So many have come to it."""

    def ended(self, count: int) -> None:
        """So many have ended."""


def here(program: Path, target: str, scratch: Path) -> Path:
    """Trace a program for a target, and keep the recorded graphs beside the bundle. Returns the bundle."""
    bundle = scratch / "here.chipward"
    with mock.patch.dict(os.environ, NO_GPU):
        spool = Spool.for_run(bundle)
        run(Entry(str(program)), spool, Options(targets=(target,)))
        recorded = spool.folder / FOLDER
        if recorded.is_dir():
            shutil.copytree(recorded, scratch / FOLDER)
        finish(spool.folder, bundle, Silent())
    return bundle


def there(target: str, scratch: Path) -> Real:
    """Compile and run the recorded graphs on the GPU."""
    folder = scratch / "there"
    fresh = {"TORCHINDUCTOR_CACHE_DIR": str(scratch / "inductor"), "TRITON_CACHE_DIR": str(scratch / "triton")}
    command = [sys.executable, "-m", "scripts.compare_with_gpu.device", str(scratch / FOLDER), target, str(folder)]
    subprocess.run(command, cwd=ROOT, env=os.environ | fresh, check=True)
    told = json.loads((folder / RAN).read_text())
    with open_bundle(folder) as recording:
        return Real(graphs(recording, target), {name: _ran(each) for name, each in told["ran"].items()}, told["failed"])


def _ran(told: Mapping[str, Any]) -> Ran:
    launches = tuple(Launch(each["name"], tuple(each["grid"])) for each in told["launches"])
    return Ran(launches, {name: Chosen(**each) for name, each in told["chosen"].items()})
