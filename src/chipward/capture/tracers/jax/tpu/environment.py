"""What libtpu has to be told before it is loaded. It reads all of this once in a process.

No network is used: libtpu asks no metadata server, and looks for no other hosts.
"""

import os
from pathlib import Path

from chipward.capture.tracers.jax.tpu.scratch import place

_ALONE = {
    "JAX_PLATFORMS": "cpu",  # never start a TPU: compiling needs none
    "TPU_SKIP_MDS_QUERY": "1",
    "TPU_ACCELERATOR_TYPE": "v5litepod-4",  # of a host that nobody asks; what is compiled for is told later
    "TPU_WORKER_HOSTNAMES": "localhost",
    "TPU_WORKER_ID": "0",
    "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",  # several rooms at a time, beside a program that may use it as well
    "TF_CPP_MIN_LOG_LEVEL": "2",
}
USUAL_STAGES = "original|final_bundles|final_hlo.*"
ALL_STAGES = ".*"


def llo_folder() -> Path:
    """Where libtpu writes LLO in this process."""
    return place() / "llo"


def mosaic_folder() -> Path:
    """Where it writes the stages of Pallas kernels."""
    return place() / "mosaic"


def log_folder() -> Path:
    """Where it writes its log."""
    return place() / "log"


def prepare_for(stages: str, *, mosaic_stages: bool = False) -> None:
    """See to the environment of this process, before JAX is imported.

    Args:
        stages: which stages of LLO are written down, as an expression over their names.
        mosaic_stages: whether all stages of Pallas kernels are, too.
    """
    flags = {
        "xla_jf_dump_to": llo_folder(),
        "xla_jf_dump_llo_text": "true",
        "xla_jf_dump_llo_pass_label_regex": f"({stages})",
        "xla_mosaic_enable_llo_source_annotations": "true",
    }
    if mosaic_stages:
        flags |= {"xla_mosaic_dump_to": mosaic_folder(), "xla_mosaic_enable_dump_debug_info": "true"}
    os.environ.update(_ALONE)
    os.environ["TPU_LOG_DIR"] = os.fspath(log_folder())
    os.environ["LIBTPU_INIT_ARGS"] = " ".join(f"--{name}={value}" for name, value in flags.items())
