"""Which targets PyTorch's compiler is followed to, and which path of the explainer each goes along."""

from collections.abc import Iterable, Mapping

EXPLAINER = "how-pytorch-runs"
_SERVED = ("cuda:", "rocm:")


def served(targets: Iterable[str]) -> tuple[str, ...]:
    """Return those of the targets that graphs of PyTorch are compiled for."""
    return tuple(target for target in targets if target.startswith(_SERVED))


def selection_for(target: str, mode: str = "compile") -> Mapping[str, object]:
    """The selection of what is made for a target, or launched there. The explainer knows NVIDIA's GPUs alone."""
    choices = {"mode": mode}
    if target.startswith("cuda:"):
        choices["device"] = "nvidia-gpu"
    return {"explainer": EXPLAINER, "choices": choices, "target": target}
