"""Compiles recorded graphs for a chip that is not here, as after-work does, but in one process and no kernel of them.

What PyTorch itself says of the nodes of each kernel is left beside the recording. With a folder as a second argument
nothing is watched, and the folder gets the source of each kernel.
"""

import importlib
import json
import logging
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from chipward.bundle.journal import Journal
from chipward.bundle.spool import tasks
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.targets.compiling import OnTheGpu
from chipward.capture.tracers.torch.targets.graph_task import compile_graph
from chipward.capture.tracers.torch.targets.pretend import pretend
from chipward.dataset.targets import find_target

PROVENANCE = "inductor_provenance_tracking_node_mappings"


class Provenance(logging.Handler):
    """Keeps PyTorch's own word on which nodes each kernel computes."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record of PyTorch's structured trace."""
        metadata = getattr(record, "metadata", {})
        if metadata.get("artifact", {}).get("name") == PROVENANCE:
            told = {
                "frame": metadata["frame_id"],
                "kernels": json.loads(getattr(record, "payload", "{}")).get("cppCodeToPost", {}),
            }
            with self.file.open("a") as lines:
                lines.write(json.dumps(told) + "\n")


def without_watching(sources: Path) -> None:
    """Compile as bare as can be, and keep the source of each kernel where the wrapper hands it over."""
    compiler = importlib.import_module("torch._inductor.async_compile").AsyncCompile
    leave = compiler.triton

    def kept(self: Any, name: str, source: str, device_str: str) -> object:
        (sources / sha256(source.encode()).hexdigest()).write_bytes(source.encode())
        return leave(self, name, source, device_str)

    compiler.triton = kept
    for task in found:
        facts: Any = task.facts
        OnTheGpu.read(Path(facts["graph"])).compile(CompileId(*facts["compile"]))


spool, *bare = map(Path, sys.argv[1:])
found = tasks(spool)
pretend(find_target(str(found[0].facts["target"])))
if bare:
    without_watching(*bare)
else:
    logging.getLogger("torch.__trace").addHandler(Provenance(spool / "provenance.jsonl"))
    for part, task in enumerate(found, 1):
        compile_graph(task.facts, Journal(spool, process=0, part=part))
