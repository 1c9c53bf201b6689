"""What a reader has to know of how close code for a GPU that is not here is to what would run there."""

from chipward.artifacts.xla.hlo import HloModule
from chipward.capture.tracers.jax.work import Work
from chipward.dataset.targets import find_gpu

FIDELITY = "fidelity"
_NOT_RUN = (
    "Compiled here, not run: this is what XLA writes for {}, and no GPU has run it. Values and control flow in the "
    "trace are the CPU's."
)
_PALLAS = (
    "On the CPU, Pallas interprets its kernels, as a loop over the grid. For {} they are what {} compiles; that they "
    "then compute the same is for a GPU to show."
)
# By how the target of a Pallas kernel's call begins: what compiles the kernel.
_COMPILERS = {"__gpu$xla.gpu.triton": "Triton", "mosaic_gpu": "Mosaic"}


def tell_fidelity(work: Work, module: HloModule) -> None:
    """Say it of one compilation, of which this is the optimised HLO."""
    gpu = find_gpu(work.target).name
    work.journal.finding(FIDELITY, _NOT_RUN.format(gpu), unit=work.unit)
    for begins, compiler in _COMPILERS.items():
        if any(one.custom_call_target.startswith(begins) for one in module.instructions):
            work.journal.finding(FIDELITY, _PALLAS.format(gpu, compiler), unit=work.unit)
