"""Files a frame of the program under the GPU that its tensors lie on. That is known once Dynamo has its graph."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.places import place_at
from chipward.capture.tracers.torch.own_gpu.device import own_gpu
from chipward.capture.tracers.torch.own_gpu.unseen_here import below_aten_on, unseen_on_own
from chipward.capture.tracers.torch.unseen import Unseen

if TYPE_CHECKING:
    from chipward.bundle.journal import Journal
    from chipward.capture.tracers.torch.compile.state import Compilation

KIND = "own-gpu"


def file_under_gpu(
    journal: "Journal", compilation: "Compilation", number: int
) -> tuple[Mapping[str, object], Iterator[Unseen]] | None:
    """Have a frame go along the path of a GPU of this machine. Returns that path, and what nobody can see on it.

    Tensors may claim to lie on a GPU, and be fake: then no GPU is in use, and nothing is returned.
    """
    gpu = own_gpu(number)
    if gpu is None:
        return None
    compilation.gpu = gpu
    compilation.below = below_aten_on(gpu)
    journal.along(compilation.unit, gpu.selection)
    function = compilation.function
    journal.finding(
        KIND,
        f"Its tensors lie on a GPU of this machine, {gpu.name} (cuda:{number}), and it is compiled for that one.",
        unit=compilation.unit,
        place=place_at(journal, function.file, function.line or 0),
    )
    return gpu.selection, unseen_on_own(gpu)
