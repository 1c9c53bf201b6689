"""Which path of the explainer a target goes along."""

from collections.abc import Mapping

_EXPLAINER = "how-pytorch-runs"


def selection_for(target: str) -> Mapping[str, object]:
    """The selection of what is compiled for a target. The explainer knows NVIDIA's GPUs alone."""
    choices = {"mode": "compile"}
    if target.startswith("cuda:"):
        choices["device"] = "nvidia-gpu"
    return {"explainer": _EXPLAINER, "choices": choices, "target": target}
