"""What a reader has to know of how close code for TPUs that are not here is to what would run there."""

from chipward.capture.tracers.jax.work import Work
from chipward.model.tpu import TpuTarget

KIND = "fidelity"
_NOT_RUN = (
    "Compiled for {} by libtpu, and not run: no TPU has run it. Values and control flow in the trace are the CPU's; "
    "the figures of cost are the compiler's estimates."
)
_MESH = (
    "The program saw {} devices of the CPU in their own order, and so does the code for {}. On TPUs, jax.make_mesh may "
    "order devices otherwise, by where their chips lie; transfers between devices would then differ."
)
_MOSAIC = (
    "On the CPU, Pallas interprets its kernels, as a loop over the grid. For {} they are what Mosaic compiles; that "
    "they then compute the same is for a TPU to show."
)


def tell_fidelity(work: Work, tpu: TpuTarget, devices: int, *, has_kernels: bool) -> None:
    """Say it of one compilation."""
    work.journal.finding(KIND, _NOT_RUN.format(tpu.id), unit=work.unit)
    if devices > 1:
        work.journal.finding(KIND, _MESH.format(devices, tpu.id), unit=work.unit)
    if has_kernels:
        work.journal.finding(KIND, _MOSAIC.format(tpu.id), unit=work.unit)
