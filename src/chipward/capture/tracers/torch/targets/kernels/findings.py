"""What a reader of a kernel has to know: what a chip that is there would decide, and what it could not load."""

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.targets.kernels.candidates import Compiled
from chipward.capture.tracers.torch.targets.kernels.writing import Unit
from chipward.model.finding import FIDELITY
from chipward.model.target import Target


def of_kernel(journal: Journal, unit: str, candidates: int, *, may_shrink: bool) -> None:
    """Say why all candidates are shown, where there are several, and whether loading them might add one."""
    if may_shrink:
        journal.finding(
            FIDELITY,
            "As Inductor loads a looped reduction on a GPU, it may add a candidate with a smaller block, if this one "
            "takes many registers. That is decided there, and is not seen here.",
            unit=unit,
        )
    if candidates > 1:
        journal.finding(
            FIDELITY,
            f"Inductor has {candidates} candidates for this kernel. Where there is a GPU it times each and keeps the "
            "fastest. Nothing can be timed here, so you see them all, and none is marked as the one that would run.",
            unit=unit,
        )


def of_candidate(unit: Unit, compiled: Compiled, target: Target) -> None:
    """Say if the chip could not launch it."""
    wanted = compiled.metadata.get("shared") or 0
    if wanted > target.shared_memory_per_block_optin:
        unit.journal.finding(
            FIDELITY,
            f"It asks for {wanted:,} bytes of shared memory per block, and {target.name} has "
            f"{target.shared_memory_per_block_optin:,}: Inductor drops such a candidate when it loads it.",
            unit=unit.name,
        )
