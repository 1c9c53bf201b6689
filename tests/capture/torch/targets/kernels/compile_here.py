"""Compiles the kernel of a file for a target, as a worker does: folder of the recording, target, file."""

import sys
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.targets.kernels.task import compile_kernel

folder, target, file = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
source = file.read_text()
if target.startswith("rocm:"):
    source = source.replace('"cuda"', '"hip"').replace("cc=90", 'cc="gfx942"').replace("warp_size=32", "warp_size=64")
else:
    source = source.replace("cc=90", f"cc={sys.argv[4]}")
Journal(folder).program(kind="script", entry=file.name, directory=".")
journal = Journal(folder, process=0, part=1)
unit = journal.unit("kernel", name=file.stem, kind="kernel")
triton = journal.artifact(
    unit, "triton", stage="triton", kind="triton-kernel", title="Triton kernel", content=source, how="Written by hand"
)
facts = {"what": "What Triton makes of it", "unit": unit, "kernel": file.stem, "source": source, "triton": triton}
compile_kernel({**facts, "target": target, "reuse_caches": False}, journal)
