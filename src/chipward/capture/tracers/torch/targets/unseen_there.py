"""What nobody can see of a program on a GPU that is not here, and why."""

from collections.abc import Callable, Iterator

from chipward.capture.tracers.torch.unseen import Unseen, of_compiled
from chipward.model.target import Backend, Target

_NOT_RUN = "The code was compiled here and not run, so there is no launch and no run to tell of."
_BELOW = "The kernels below calls into ATen"
_NAMED = "Nothing was run. The calls are named, each with its line, among the findings."

# Which library ATen's GPU kernels hand a call to. Other calls end in kernels of ATen's own.
_PRODUCTS = frozenset({"mm", "addmm", "bmm", "baddbmm", "bias_addmm", "_int_mm", "_scaled_mm"})
_LIBRARIES = {Backend.CUDA: ("cuBLAS", "cuDNN"), Backend.ROCM: ("hipBLAS", "MIOpen")}


def unseen_on(target: Target) -> Callable[[], Iterator[Unseen]]:
    """Of what was compiled for a target."""

    def unseen() -> Iterator[Unseen]:
        yield from (each for each in of_compiled() if each.stage == "pytorch")
        is_documented = target.backend is Backend.CUDA  # the explainer knows NVIDIA's GPUs alone
        yield Unseen("cuda-kernels" if is_documented else None, _BELOW, _NAMED)
        yield Unseen(
            "nvidia-gpu" if is_documented else None, f"What {target.name} does with the instructions", _NOT_RUN
        )

    return unseen


def below_aten(target: Target) -> Callable[[str], str]:
    """Say what lies below a call into ATen, by its name: extern_kernels.mm, torch.ops.aten.sort.stable."""
    products, convolutions = _LIBRARIES[target.backend]

    def below(name: str) -> str:
        is_product = not _PRODUCTS.isdisjoint(name.split("."))
        library = products if is_product else convolutions if "convolution" in name else None
        if library is None:
            return "Which kernel that is on this GPU is not looked into."
        return f"On this GPU {library} does the work. Which of its kernels runs is decided there, and is not seen here."

    return below
