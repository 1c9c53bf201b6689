"""After-work: the machine code of a kernel that PyTorch brings along, and the lines that launched it."""

from collections.abc import Mapping
from typing import Any

from chipward.artifacts.gpu_code.sass_listing import listing
from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.dry_run.launch_text import kernel_name
from chipward.capture.tracers.torch.dry_run.leaving import STAGE
from chipward.capture.tracers.torch.dry_run.shipped_code import HOW, NoCodeError, disassemble
from chipward.capture.tracers.torch.eager.listing import Loss
from chipward.capture.tracers.torch.targets.kernels.nvidia_tools import version_of
from chipward.dataset.targets import find_gpu

TASK = "torch-shipped-kernel"
_METHOD = "The symbol that was launched: the whole kernel, and no line of it more than another"


def write_kernel(facts: Mapping[str, Any], journal: Journal) -> None:
    """Cut it out, and map the launches to it."""
    symbol, unit = facts["symbol"], facts["unit"]
    target = find_gpu(facts["target"])
    try:
        code = disassemble(journal.folder / facts["container"], symbol, target.capability)
    except NoCodeError as error:
        journal.missing(facts["what"], str(error), stage=STAGE, unit=unit)
        return
    listed = listing(code.text, {})
    artifact = journal.artifact(
        unit,
        "sass",
        stage=STAGE,
        kind="sass",
        title=f"SASS of {kernel_name(symbol)}",
        content=listed.text,
        how=HOW.format(code.generation),
        origin="shipped",
        versions=[version_of("cuobjdump"), version_of("nvdisasm")],
    )
    losses: list[Loss] = [("to", listed.text.count("\n") - len(listed.spots), "headings, labels and blank lines")]
    for launches, line in facts["launched_at"]:
        edges = [(line, each, "unit") for each in listed.spots.values()]
        journal.map(launches, artifact, edges, method=_METHOD, losses=losses)
