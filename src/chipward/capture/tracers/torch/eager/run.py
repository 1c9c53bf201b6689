"""A run whose operators are told: the program's own, or one on a GPU that is not there."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Run:
    """How what was seen in a run is filed."""

    unit: str = "eager"
    name: str = "Operators called one by one"
    selection: Mapping[str, object] = field(
        default_factory=lambda: {
            "explainer": "how-pytorch-runs",
            "choices": {"mode": "eager", "device": "cpu"},
            "target": "cpu",
        }
    )
    origin: str = "executed"


HERE = Run()
